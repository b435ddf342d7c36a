import { ApiError, invalid } from '../http/errors.js';
import { sessionCookie } from '../http/pipeline/credentials.js';
import { requirePerson, requireValid, sessionClientOf, sessionOver, wrongPassword } from '../http/require-person.js';
import { defineRoute, type HttpServices, Reply, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, named, type TSchema, Type } from '../http/schema.js';
import {
  confirmEmailChange,
  confirmPasswordReset,
  confirmSignUp,
  requestEmailChange,
  requestPasswordReset,
} from './confirmations.js';
import type { PeopleServices } from './persons.js';
import { readEmail } from './rules/mails.js';
import { Email, KnownPassword, NewPassword, PersonReply, viewPerson } from './schemas.js';

type Needs = HttpServices & PeopleServices;

const exampleEmail = 'ada@example.org';
const exampleToken = 'b1Gm3yX0v9QeTq5rJkLw7cZ2nHs8dFpA4uRiYoE6xVk';

const Token = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'One-time token of the link: the part after = in the fragment.',
    examples: [exampleToken],
  });

export const Accepted = named(
  'Accepted',
  closed(
    {
      accepted: Type.Boolean({ description: 'Always true, whether or not the address has an account.' }),
      message: Type.String({ description: 'What happens next.' }),
    },
    {
      description: 'The response is the same in all cases, so that it reveals no account.',
      examples: [{ accepted: true, message: 'If the address can be used, you will receive an email shortly.' }],
    },
  ),
);

const SignUpConfirmation = named(
  'SignUpConfirmation',
  closed(
    { token: Token(), password: KnownPassword() },
    { examples: [{ token: exampleToken, password: 'correct horse battery' }] },
  ),
);

const PasswordResetRequest = named(
  'PasswordResetRequest',
  closed({ email: Email() }, { examples: [{ email: exampleEmail }] }),
);

const PasswordResetConfirmation = named(
  'PasswordResetConfirmation',
  closed(
    { token: Token(), newPassword: NewPassword() },
    { examples: [{ token: exampleToken, newPassword: 'another horse battery' }] },
  ),
);

const EmailChangeRequest = named(
  'EmailChangeRequest',
  closed(
    { email: Email(), password: KnownPassword() },
    { examples: [{ email: 'ada@new.example', password: 'correct horse battery' }] },
  ),
);

const EmailChangeConfirmation = named(
  'EmailChangeConfirmation',
  closed({ token: Token() }, { examples: [{ token: exampleToken }] }),
);

type Input<B extends TSchema> = RouteInput<{ body: B }>;

/** The same response whether or not an account exists: only the email reveals it. */
export function accepted(): Reply {
  return new Reply(202, { accepted: true, message: 'If the address can be used, you will receive an email shortly.' });
}

function requireMail({ people }: PeopleServices): void {
  if (people.mailer.isEnabled) return;
  throw new ApiError('MAIL_DISABLED', 'This arena does not send email.');
}

function badToken(): ApiError {
  return new ApiError('INVALID_PAYLOAD', 'token is unknown, used or expired', {
    field: 'token',
    remediation: 'Request another email; each link works once.',
  });
}

async function handleConfirmSignUp({ body }: Input<typeof SignUpConfirmation>, context: RequestContext<Needs>) {
  const { services } = context;
  const signedUp = await confirmSignUp(services, { ...body, client: sessionClientOf(context) });
  if (!signedUp) {
    throw new ApiError(
      'INVALID_PAYLOAD',
      'token is unknown, used or expired, or the password does not match the sign-up',
      {
        field: 'token',
        remediation: 'Send the password that you signed up with, or sign up again.',
      },
    );
  }
  return new Reply(201, { person: viewPerson(signedUp.person) }, sessionCookie(services, signedUp.token));
}

async function handleRequestReset({ body }: Input<typeof PasswordResetRequest>, context: RequestContext<Needs>) {
  const { services } = context;
  requireMail(services);
  await requestPasswordReset(services, requireValid('email', readEmail(body.email)), context.clientAddress());
  return accepted();
}

async function handleConfirmReset({ body }: Input<typeof PasswordResetConfirmation>, context: RequestContext<Needs>) {
  const { services } = context;
  const outcome = await confirmPasswordReset(services, { ...body, client: sessionClientOf(context) });
  switch (outcome.kind) {
    case 'reset':
      return new Reply(200, { person: viewPerson(outcome.person) }, sessionCookie(services, outcome.sessionToken));
    case 'unsuitable-password':
      throw invalid('newPassword', outcome.problem);
    case 'bad-token':
      throw badToken();
  }
}

async function handleRequestEmailChange({ body }: Input<typeof EmailChangeRequest>, context: RequestContext<Needs>) {
  const { services, caller } = context;
  requireMail(services);
  const { playerId } = requirePerson(caller);
  const email = requireValid('email', readEmail(body.email));
  const command = { playerId, email, password: body.password, address: context.clientAddress() };
  const outcome = await requestEmailChange(services, command);
  if (outcome === 'wrong-password') throw wrongPassword('password');
  if (outcome === 'account-gone') throw sessionOver();
  return accepted();
}

async function handleConfirmEmailChange(
  { body }: Input<typeof EmailChangeConfirmation>,
  { services }: RequestContext<Needs>,
) {
  const person = await confirmEmailChange(services, body.token);
  if (!person) throw badToken();
  return { person: viewPerson(person) };
}

/** Routes without a session share one rate limit, so that tokens can't be guessed through several of them. */
const withoutSession = {
  area: 'people',
  auth: 'optional',
  callers: ['person'],
  method: 'POST',
  bucket: 'passwordResets',
} as const;

/** Changes that an email confirms. */
export const confirmationRoutes = [
  defineRoute({
    ...withoutSession,
    id: 'confirmSignUp',
    path: '/api/people/sign-up/confirm',
    summary: 'Confirm a sign-up',
    description:
      'Completes a sign-up whose response was 202: creates the account and signs in. Needs the token from the email and the password of the sign-up, so that someone else’s click creates no account.',
    request: { body: SignUpConfirmation },
    responses: { 201: { description: 'The new person; the session cookie is set.', schema: PersonReply } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: handleConfirmSignUp,
  }),
  defineRoute({
    ...withoutSession,
    id: 'requestPasswordReset',
    whileSuspended: true,
    path: '/api/people/password-reset',
    summary: 'Request a password reset',
    description:
      'Sends an email with a link that works once, for an hour. The response is the same whether or not the email has an account. An arena without email responds with MAIL_DISABLED; its operator can issue a link.',
    request: { body: PasswordResetRequest },
    responses: { 202: { description: 'Accepted.', schema: Accepted } },
    errors: ['MAIL_DISABLED'],
    handler: handleRequestReset,
  }),
  defineRoute({
    ...withoutSession,
    id: 'confirmPasswordReset',
    whileSuspended: true,
    path: '/api/people/password-reset/confirm',
    summary: 'Set a new password with a one-time token',
    description:
      'The token comes from an email or from an operator. Ends all sessions and opens a new one. A rejected password does not consume the token.',
    request: { body: PasswordResetConfirmation },
    responses: { 200: { description: 'The person; the session cookie is set.', schema: PersonReply } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: handleConfirmReset,
  }),
  defineRoute({
    area: 'people',
    auth: 'required',
    callers: ['person'],
    id: 'requestEmailChange',
    method: 'POST',
    path: '/api/people/me/email',
    summary: 'Change your email',
    description:
      'Needs the password. Sends a link to the new address; the email changes when the link is opened. The response is the same whether or not the new address has an account.',
    bucket: 'changes',
    request: { body: EmailChangeRequest },
    responses: { 202: { description: 'Accepted.', schema: Accepted } },
    errors: ['FORBIDDEN', 'MAIL_DISABLED', 'SERVICE_UNAVAILABLE'],
    handler: handleRequestEmailChange,
  }),
  defineRoute({
    ...withoutSession,
    id: 'confirmEmailChange',
    path: '/api/people/email/confirm',
    summary: 'Confirm a new email',
    description: 'Completes a change of email with the token that was sent to the new address.',
    request: { body: EmailChangeConfirmation },
    responses: { 200: { description: 'The person with the new email.', schema: PersonReply } },
    handler: handleConfirmEmailChange,
  }),
];
