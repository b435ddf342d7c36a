import { defineRoute } from '../../http/route.js';
import {
  handleConfirmEmailChange,
  handleConfirmReset,
  handleConfirmSignUp,
  handleRequestEmailChange,
  handleRequestReset,
} from './confirmation-handlers.js';
import {
  Accepted,
  EmailChangeConfirmation,
  EmailChangeRequest,
  PasswordResetConfirmation,
  PasswordResetRequest,
  SignUpConfirmation,
} from './confirmation-schemas.js';
import { PersonReply } from './schemas.js';

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
