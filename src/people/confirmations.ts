import * as operatorStore from '../database/arena/operators.js';
import type { OperationContext } from '../database/transactions.js';
import { operatorOf } from '../events/rules/proposal.js';
import type { SessionClient } from '../http/require-person.js';
import { type Refusal, refuse } from '../kernel/refusal.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { isSessionToken, sessionTokenBytes, writeSessionToken } from '../kernel/token-syntax.js';
import { foldName, type Name } from '../players/rules/names.js';
import type { Person } from '../players/rules/players.js';
import { type CreatePersonContext, createPerson } from './persons.js';
import {
  accountExistsMail,
  confirmLink,
  emailChangedMail,
  emailChangeMail,
  formerAccountMail,
  type Mail,
  noAccountMail,
  resetMail,
  signUpMail,
} from './rules/mails.js';
import { readPassword } from './rules/passwords.js';
import {
  type AttemptLimits,
  checkPassword,
  confirmPassword,
  maxKnownAddresses,
  newSession,
  openSession,
  type PasswordContext,
} from './sessions.js';
import * as confirmationStore from './store/confirmations.js';
import * as personStore from './store/people.js';
import type { Confirmation } from './store/rows.js';
import * as sessionStore from './store/sessions.js';

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

/** Tokens have the form of session tokens: 256 random bits. */
const newToken = ({ random }: Pick<OperationContext, 'random'>): string => writeSessionToken(random(sessionTokenBytes));

/** Other texts are rejected without a query. */
const isToken = isSessionToken;

const tokenLifeMs = {
  'sign-up': dayMs,
  'email-change': dayMs,
  'password-reset': hourMs,
  /** A link from an operator takes longer to reach its person. */
  operatorReset: dayMs,
} as const;

interface MailContext {
  readonly people: { readonly attempts: AttemptLimits; readonly mailer: Mailer };
}

/** Queues an email, unless its recipient has reached the hourly limit of emails that other people can trigger. */
async function sendMail({ people: { attempts, mailer } }: MailContext, mail: Mail): Promise<void> {
  if (await attempts.isAllowed([{ budget: 'mails', holder: mail.to }])) mailer.queue(mail);
}

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
  await attempts.take([{ budget: 'signUps', holder: address }]);
  const passwordHash = await passwords.hash(password);
  const details = { passwordHash, displayName: displayName.shown };
  await sendConfirmation(context, { kind: 'sign-up', personId: null, email, details }, signUpMail);
}

interface ConfirmationContext extends OperationContext, MailContext {
  readonly settings: { readonly publicUrl: string };
}

type EmailConfirmation = Pick<Confirmation, 'personId' | 'email' | 'details'> & {
  readonly kind: 'sign-up' | 'email-change';
};

/**
 * Stores a confirmation of an email and sends its link. A taken email takes the same steps: its token is discarded, and
 * the mail says that it belongs to an account.
 */
async function sendConfirmation(
  context: ConfirmationContext,
  confirmation: EmailConfirmation,
  mailWith: (email: string, publicUrl: string, token: string) => Mail,
): Promise<void> {
  const { email, kind } = confirmation;
  const { publicUrl } = context.settings;
  const token = newToken(context);
  const expiresAt = context.clock() + tokenLifeMs[kind];
  const state = await context.store.transact(async tx => {
    const account = await personStore.findSignIn(tx, email);
    const isTaken = await personStore.isEmailTaken(tx, email);
    await confirmationStore.add(tx, isTaken ? newToken(context) : token, { ...confirmation, expiresAt });
    return isTaken ? (account ? 'exists' : 'former') : 'free';
  });
  if (state === 'free') await sendMail(context, mailWith(email, publicUrl, token));
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
  const waiting = await store.transact(tx => confirmationStore.lock(tx, token, 'sign-up', clock()));
  if (!waiting) return null;
  const { email, details } = waiting;
  const sender = { email, address: client.address, isKnownAddress: true };
  if (!(await checkPassword(context, sender, password, details.passwordHash))) return null;
  const displayName = { shown: details.displayName, folded: foldName(details.displayName) };
  return store.transact(async tx => {
    await personStore.lockEmail(tx, email);
    if (!(await confirmationStore.lock(tx, token, 'sign-up', clock()))) return null;
    await confirmationStore.end(tx, token);
    if (await personStore.isEmailTaken(tx, email)) return null;
    const { passwordHash } = details;
    return createPerson(tx, context, { email, passwordHash, displayName, client });
  });
}

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
  await sendConfirmation(context, { kind: 'email-change', personId: playerId, email, details: {} }, emailChangeMail);
  return 'requested';
}

/** Changes the email with a one-time token and notifies the former address. Null: the token is invalid. */
export async function confirmEmailChange(context: EmailContext, token: string): Promise<Person | null> {
  if (!isToken(token)) return null;
  const { store, clock, settings } = context;
  const changed = await store.transact(async tx => {
    const waiting = await confirmationStore.lock(tx, token, 'email-change', clock());
    if (!waiting?.personId) return null;
    const { personId, email } = waiting;
    await personStore.lockEmail(tx, email);
    const record = await personStore.lock(tx, personId);
    await confirmationStore.endOf(tx, personId);
    if (!record || (await personStore.isEmailTaken(tx, email))) return null;
    await personStore.changeEmail(tx, personId, email);
    const person = await personStore.find(tx, personId);
    return person && { person, former: record.email };
  });
  if (!changed) return null;
  await sendMail(context, emailChangedMail(changed.former, settings.publicUrl));
  return changed.person;
}

interface LinkContext extends OperationContext {
  readonly settings: { readonly publicUrl: string };
}

interface ResetLink {
  readonly person: Person;
  readonly url: string;
  readonly expiresAt: number;
}

/**
 * Issues a one-time password reset link, for a person known to the operator. The link gives access to the account,
 * so operators by role can't issue one for each other: only the operator token can.
 */
export function issueResetLink(context: LinkContext, reference: string, actor: string): Promise<ResetLink | Refusal> {
  const { store, settings } = context;
  const token = newToken(context);
  return store.transact(async tx => {
    const person = await personStore.findByReference(tx, reference);
    if (!person?.email) return refuse('NOT_FOUND', `Person ${reference} not found.`, { field: 'id' });
    if (person.role === 'operator' && operatorOf(actor) !== null) {
      const message = 'Only the operator token can issue a reset link for a person with the role operator.';
      return refuse('FORBIDDEN', message, { field: 'id' });
    }
    const at = await operatorStore.now(tx);
    const { playerId: personId, email } = person;
    const expiresAt = context.clock() + tokenLifeMs.operatorReset;
    await confirmationStore.add(tx, token, { kind: 'password-reset', personId, email, details: {}, expiresAt });
    await operatorStore.record(tx, { at, actor, action: 'person.reset-link', subject: personId, details: {} });
    return { person: person, url: confirmLink(settings.publicUrl, 'password-reset', token), expiresAt };
  });
}

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
  const exists = await store.transact(async tx => {
    const account = await personStore.findSignIn(tx, email);
    const personId = account?.playerId ?? null;
    // Without an account the stored token belongs to no person and can't be used.
    await confirmationStore.add(tx, token, { kind: 'password-reset', personId, email, details: {}, expiresAt });
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
  const person = await store.transact(async tx => {
    const waiting = await confirmationStore.lock(tx, token, 'password-reset', now);
    return waiting?.personId ? personStore.find(tx, waiting.personId) : null;
  });
  if (!person?.email) return badToken;
  const checked = readPassword(newPassword, { email: person.email, displayName: person.displayName });
  if (!checked.ok) return { kind: 'unsuitable-password', problem: checked.problem };
  const passwordHash = await context.people.passwords.hash(checked.value);
  const session = newSession(context, client, now);
  const { playerId } = person;
  const isReset = await store.transact(async tx => {
    const waiting = await confirmationStore.lock(tx, token, 'password-reset', now);
    if (waiting?.personId !== playerId || !(await personStore.lock(tx, playerId))) return false;
    await confirmationStore.endOf(tx, playerId);
    await personStore.changePassword(tx, playerId, passwordHash);
    await sessionStore.endOthers(tx, playerId, null);
    await openSession(tx, playerId, session, client.replacedSessionId, now);
    await personStore.rememberAddress(tx, playerId, client.address, maxKnownAddresses, now);
    return true;
  });
  return isReset ? { kind: 'reset', person, sessionToken: session.token } : badToken;
}
