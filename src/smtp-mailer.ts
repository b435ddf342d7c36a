import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { Semaphore } from './kernel/semaphore.js';
import type { Logger } from './observability/log.js';
import type { Mailer } from './people/confirmations.js';
import type { Mail } from './people/rules/mails.js';

/** The maximum number of queued emails; more indicate an attack, and senders can request them again. */
const maxQueued = 1_000;
const maxConcurrent = 2;
const pausesMs = [1_000, 10_000, 60_000];
const connectionTimeoutMs = 10_000;
const socketTimeoutMs = 20_000;

/** For arenas without an SMTP server. */
export const noMailer: Mailer = {
  isEnabled: false,
  queue() {},
  flush: async () => {},
  close: async () => {},
};

interface SmtpOptions {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  readonly url: string;
  readonly from: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Waits between attempts. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Sends emails through an SMTP server, in the background and with retries. The queue is in memory, because emails
 * contain one-time tokens that are never stored in plaintext: a crash loses queued emails, and their recipients request
 * them again.
 */
export function createSmtpMailer({
  url,
  from,
  log,
  pause = ms => sleep(ms, undefined, { ref: false }),
}: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: maxConcurrent,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const slots = new Semaphore(maxConcurrent);
  const sending = new Set<Promise<void>>();
  let isClosing = false;

  async function deliver(mail: Mail): Promise<void> {
    for (const pauseMs of [...pausesMs, null]) {
      try {
        await slots.run(() => transport.sendMail({ from, ...mail }));
        return;
      } catch (error) {
        // The recipient is personal data and stays out of the log.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        const isFinal = pauseMs === null || isClosing || (responseCode !== undefined && responseCode >= 500);
        log.warn({ code, responseCode, retried: !isFinal }, 'an email could not be sent');
        if (isFinal) return;
        await pause(pauseMs);
      }
    }
  }

  return {
    isEnabled: true,
    queue(mail) {
      if (sending.size >= maxQueued) {
        log.warn({ queued: sending.size }, 'an email was dropped because the queue is full');
        return;
      }
      const done: Promise<void> = deliver(mail).finally(() => sending.delete(done));
      sending.add(done);
    },
    async flush() {
      await Promise.all(sending);
    },
    async close() {
      isClosing = true;
      transport.close();
    },
  };
}
