import { accountExistsMail, formerAccountMail, signUpMail } from '../../../domain/people/mails.js';
import { foldName, type Name } from '../../../domain/people/names.js';
import type { Person } from '../../../domain/people/players.js';
import { checkPassword, type PasswordContext } from '../check-password.js';
import { type CreatePersonContext, createPerson } from '../create-person.js';
import type { SessionClient } from '../open-session.js';
import type { Mailer } from './mailer.js';
import { isToken, newToken, tokenLifeMs } from './one-time-token.js';
import { sendMail } from './send-mail.js';

interface SignUpContext extends CreatePersonContext {
  readonly people: PasswordContext['people'] & { readonly mailer: Mailer };
}

interface SignUpRequest {
  readonly email: string;
  readonly password: string;
  readonly displayName: Name;
  /** The client address of the request. */
  readonly address: string;
}

/**
 * Starts a sign-up that an email completes. The steps and the duration are the same whether or not the email has an
 * account: a taken one gets a confirmation whose token is discarded. Only the email reveals which case applies.
 */
export async function requestSignUp(
  context: SignUpContext,
  { email, password, displayName, address }: SignUpRequest,
): Promise<void> {
  const { attempts, passwords } = context.people;
  const { publicUrl } = context.settings;
  await attempts.take([{ budget: 'signUps', holder: address }]);
  const passwordHash = await passwords.hash(password);
  const token = newToken(context);
  const expiresAt = context.clock() + tokenLifeMs['sign-up'];
  const details = { passwordHash, displayName: displayName.shown };
  const state = await context.store.transact(async writes => {
    const account = await writes.people.findSignIn(email);
    const isTaken = await writes.people.isEmailTaken(email);
    const stored = isTaken ? newToken(context) : token;
    await writes.confirmations.add(stored, { kind: 'sign-up', personId: null, email, details, expiresAt });
    return isTaken ? (account ? 'exists' : 'former') : 'free';
  });
  if (state === 'free') await sendMail(context, signUpMail(email, publicUrl, token));
  else if (state === 'exists') await sendMail(context, accountExistsMail(email, publicUrl));
  else await sendMail(context, formerAccountMail(email, publicUrl));
}

interface ConfirmSignUpCommand {
  readonly token: string;
  /**
   * The password of the sign-up: entering another person's email yields no account when that person clicks the link.
   */
  readonly password: string;
  readonly client: SessionClient;
}

/** Completes a sign-up. Null: the token is unknown, used or expired, or the password differs. */
export async function confirmSignUp(
  context: SignUpContext,
  { token, password, client }: ConfirmSignUpCommand,
): Promise<{ person: Person; token: string } | null> {
  if (!isToken(token)) return null;
  const { store, clock } = context;
  const waiting = await store.transact(writes => writes.confirmations.lock(token, 'sign-up', clock()));
  if (!waiting) return null;
  const { email, details } = waiting;
  const sender = { email, address: client.address, isKnownAddress: true };
  if (!(await checkPassword(context, sender, password, details.passwordHash))) return null;
  const displayName = { shown: details.displayName, folded: foldName(details.displayName) };
  return store.transact(async writes => {
    await writes.people.lockEmail(email);
    if (!(await writes.confirmations.lock(token, 'sign-up', clock()))) return null;
    await writes.confirmations.end(token);
    if (await writes.people.isEmailTaken(email)) return null;
    const { passwordHash } = details;
    return createPerson(writes, context, { email, passwordHash, displayName, client });
  });
}
