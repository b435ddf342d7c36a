import { dayMs, hourMs } from '../../../domain/durations.js';
import { isSessionToken, sessionTokenBytes, writeSessionToken } from '../../../domain/people/sessions.js';
import type { OperationContext } from '../../operation-context.js';

/** Tokens have the form of session tokens: 256 random bits. */
export const newToken = ({ random }: Pick<OperationContext, 'random'>): string =>
  writeSessionToken(random(sessionTokenBytes));

/** Other texts are rejected without a query. */
export const isToken = isSessionToken;

export const tokenLifeMs = {
  'sign-up': dayMs,
  'email-change': dayMs,
  'password-reset': hourMs,
  /** A link from an operator takes longer to reach its person. */
  operatorReset: dayMs,
} as const;
