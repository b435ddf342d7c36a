import { readEmail } from '../../domain/people/email.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { TSchema } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { sessionCookie } from '../../http/session-cookie.js';
import { confirmEmailChange, requestEmailChange } from '../../operations/people/confirmations/change-email.js';
import { confirmSignUp } from '../../operations/people/confirmations/confirm-sign-up.js';
import { confirmPasswordReset, requestPasswordReset } from '../../operations/people/confirmations/reset-password.js';
import { requirePerson, requireValid, sessionClientOf, sessionOver, wrongPassword } from './caller.js';
import type {
  EmailChangeConfirmation,
  EmailChangeRequest,
  PasswordResetConfirmation,
  PasswordResetRequest,
  SignUpConfirmation,
} from './confirmation-schemas.js';
import { viewPerson } from './person-view.js';

type Input<B extends TSchema> = RouteInput<{ body: B }>;

/** The same response whether or not an account exists: only the email reveals it. */
export function accepted(): Reply {
  return new Reply(202, { accepted: true, message: 'If the address can be used, you will receive an email shortly.' });
}

function requireMail({ people }: Services): void {
  if (people.mailer.isEnabled) return;
  throw new ApiError('MAIL_DISABLED', 'This arena does not send email.');
}

function badToken(): ApiError {
  return new ApiError('INVALID_PAYLOAD', 'token is unknown, used or expired', {
    field: 'token',
    remediation: 'Request another email; each link works once.',
  });
}

export async function handleConfirmSignUp({ body }: Input<typeof SignUpConfirmation>, context: RequestContext) {
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

export async function handleRequestReset({ body }: Input<typeof PasswordResetRequest>, context: RequestContext) {
  const { services } = context;
  requireMail(services);
  await requestPasswordReset(services, requireValid('email', readEmail(body.email)), context.clientAddress());
  return accepted();
}

export async function handleConfirmReset({ body }: Input<typeof PasswordResetConfirmation>, context: RequestContext) {
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

export async function handleRequestEmailChange({ body }: Input<typeof EmailChangeRequest>, context: RequestContext) {
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

export async function handleConfirmEmailChange(
  { body }: Input<typeof EmailChangeConfirmation>,
  { services }: RequestContext,
) {
  const person = await confirmEmailChange(services, body.token);
  if (!person) throw badToken();
  return { person: viewPerson(person) };
}
