import { noAccountMail, resetMail } from '../../../domain/people/mails.js';
import { readPassword } from '../../../domain/people/password.js';
import type { Person } from '../../../domain/people/players.js';
import { maxKnownAddresses } from '../attempts.js';
import type { PasswordContext } from '../check-password.js';
import { newSession, openSession, type SessionClient } from '../open-session.js';
import type { Mailer } from './mailer.js';
import { isToken, newToken, tokenLifeMs } from './one-time-token.js';
import { sendMail } from './send-mail.js';

interface ResetContext extends PasswordContext {
  readonly people: PasswordContext['people'] & { readonly mailer: Mailer };
  readonly settings: { readonly publicUrl: string };
}

/** Sends a link to choose a new password. Does the same work whether or not the email has an account. */
export async function requestPasswordReset(context: ResetContext, email: string, address: string): Promise<void> {
  const { store, clock, people, settings } = context;
  await people.attempts.take([{ budget: 'passwordResets', holder: address }]);
  const token = newToken(context);
  const expiresAt = clock() + tokenLifeMs['password-reset'];
  const exists = await store.transact(async writes => {
    const account = await writes.people.findSignIn(email);
    const personId = account?.playerId ?? null;
    // Without an account the stored token belongs to no person and can't be used.
    await writes.confirmations.add(token, { kind: 'password-reset', personId, email, details: {}, expiresAt });
    return account !== null;
  });
  await sendMail(
    context,
    exists ? resetMail(email, settings.publicUrl, token) : noAccountMail(email, settings.publicUrl),
  );
}

interface ConfirmResetCommand {
  readonly token: string;
  readonly newPassword: string;
  readonly client: SessionClient;
}

type ResetOutcome =
  | { readonly kind: 'reset'; readonly person: Person; readonly sessionToken: string }
  | { readonly kind: 'bad-token' }
  /** The problem completes a sentence that starts with the name of the field. */
  | { readonly kind: 'unsuitable-password'; readonly problem: string };

const badToken: ResetOutcome = { kind: 'bad-token' };

/**
 * Sets a new password with a one-time token, ends all sessions and opens a new one. A rejected password keeps the token
 * valid.
 */
export async function confirmPasswordReset(
  context: ResetContext,
  { token, newPassword, client }: ConfirmResetCommand,
): Promise<ResetOutcome> {
  if (!isToken(token)) return badToken;
  const { store, clock } = context;
  const now = clock();
  const person = await store.transact(async writes => {
    const waiting = await writes.confirmations.lock(token, 'password-reset', now);
    return waiting?.personId ? writes.people.find(waiting.personId) : null;
  });
  if (!person?.email) return badToken;
  const checked = readPassword(newPassword, { email: person.email, displayName: person.displayName });
  if (!checked.ok) return { kind: 'unsuitable-password', problem: checked.problem };
  const passwordHash = await context.people.passwords.hash(checked.value);
  const session = newSession(context, client, now);
  const { playerId } = person;
  const isReset = await store.transact(async writes => {
    const waiting = await writes.confirmations.lock(token, 'password-reset', now);
    if (waiting?.personId !== playerId || !(await writes.people.lock(playerId))) return false;
    await writes.confirmations.endOf(playerId);
    await writes.people.changePassword(playerId, passwordHash);
    await writes.sessions.endOthers(playerId, null);
    await openSession(writes, playerId, session, client.replacedSessionId, now);
    await writes.people.rememberAddress(playerId, client.address, maxKnownAddresses, now);
    return true;
  });
  return isReset ? { kind: 'reset', person, sessionToken: session.token } : badToken;
}
