import type { Mail } from '../../../domain/people/mails.js';
import type { AttemptLimits } from '../attempts.js';
import type { Mailer } from './mailer.js';

interface MailContext {
  readonly people: { readonly attempts: AttemptLimits; readonly mailer: Mailer };
}

/** Queues an email, unless its recipient has reached the hourly limit of emails that other people can trigger. */
export async function sendMail({ people: { attempts, mailer } }: MailContext, mail: Mail): Promise<void> {
  if (await attempts.isAllowed([{ budget: 'mails', holder: mail.to }])) mailer.queue(mail);
}
