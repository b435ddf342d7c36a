import {
  accountExistsMail,
  emailChangedMail,
  emailChangeMail,
  formerAccountMail,
} from '../../../domain/people/mails.js';
import type { Person } from '../../../domain/people/players.js';
import { confirmPassword, type PasswordContext } from '../check-password.js';
import type { Mailer } from './mailer.js';
import { isToken, newToken, tokenLifeMs } from './one-time-token.js';
import { sendMail } from './send-mail.js';

interface EmailContext extends PasswordContext {
  readonly people: PasswordContext['people'] & { readonly mailer: Mailer };
  readonly settings: { readonly publicUrl: string };
}

interface EmailChangeCommand {
  readonly playerId: string;
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/** Sends a confirmation to a new address. The response is the same whether or not that address has an account. */
export async function requestEmailChange(
  context: EmailContext,
  { playerId, email, password, address }: EmailChangeCommand,
): Promise<'requested' | 'account-gone' | 'wrong-password'> {
  const record = await confirmPassword(context, playerId, password, address);
  if (typeof record === 'string') return record;
  const { publicUrl } = context.settings;
  const token = newToken(context);
  const expiresAt = context.clock() + tokenLifeMs['email-change'];
  const state = await context.store.transact(async writes => {
    const account = await writes.people.findSignIn(email);
    const isTaken = await writes.people.isEmailTaken(email);
    const stored = isTaken ? newToken(context) : token;
    await writes.confirmations.add(stored, { kind: 'email-change', personId: playerId, email, details: {}, expiresAt });
    return isTaken ? (account ? 'exists' : 'former') : 'free';
  });
  if (state === 'free') await sendMail(context, emailChangeMail(email, publicUrl, token));
  else if (state === 'exists') await sendMail(context, accountExistsMail(email, publicUrl));
  else await sendMail(context, formerAccountMail(email, publicUrl));
  return 'requested';
}

/** Changes the email with a one-time token and notifies the former address. Null: the token is invalid. */
export async function confirmEmailChange(context: EmailContext, token: string): Promise<Person | null> {
  if (!isToken(token)) return null;
  const { store, clock, settings } = context;
  const changed = await store.transact(async writes => {
    const waiting = await writes.confirmations.lock(token, 'email-change', clock());
    if (!waiting?.personId) return null;
    const { personId, email } = waiting;
    await writes.people.lockEmail(email);
    const record = await writes.people.lock(personId);
    await writes.confirmations.endOf(personId);
    if (!record || (await writes.people.isEmailTaken(email))) return null;
    await writes.people.changeEmail(personId, email);
    const person = await writes.people.find(personId);
    return person && { person, former: record.email };
  });
  if (!changed) return null;
  await sendMail(context, emailChangedMail(changed.former, settings.publicUrl));
  return changed.person;
}
