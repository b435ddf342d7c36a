import type { Mail } from '../../../domain/people/mails.js';

/** Sends emails in the background, so that responses take equally long whether or not one is sent. */
export interface Mailer {
  /** False: this arena sends no email. */
  readonly isEnabled: boolean;
  /** Queues an email. Failures are retried and logged; the caller never learns of them. */
  queue(mail: Mail): void;
  /** Resolves when everything that is queued was sent or given up. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
