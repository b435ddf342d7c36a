import type { Mail } from '../../../domain/people/mails.js';

/** Sends emails in the background, so that responses take equally long whether or not one is sent. */
export interface Mailer {
  /** False if this arena sends no email. */
  readonly isEnabled: boolean;
  /** Queues an email. Failures are retried and logged, but not reported to the caller. */
  queue(mail: Mail): void;
  /** Resolves when every queued email was sent or abandoned. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
