import { createClient, NoAnswer, PresageError, UnknownOutcome } from '../../client/client.js';
import { adviceForPeople, titleForPeople } from './failure-words.js';

/** The SDK against the arena that served this page. The session cookie is the credential. */
export const client = createClient({ baseUrl: '', retries: { attempts: 3, longestWaitMs: 4_000 } });

export function isCode(error: unknown, code: string): boolean {
  return error instanceof PresageError && error.code === code;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof PresageError && error.status === status;
}

/** Returns what went wrong and what to do next, as two short sentences. */
export interface FailureText {
  readonly title: string;
  readonly advice: string;
  readonly field: string | null;
  readonly requestId: string | null;
  /** Whether signing in may help. */
  readonly isSignedOut?: boolean;
}

const known: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  UNAUTHORIZED: ['You are signed out.', 'Sign in and try again.'],
  INSUFFICIENT_BALANCE: ['Not enough credits.', 'Lower the amount or cancel an open order.'],
  MARKET_CLOSED: ['This market is closed.', 'It no longer accepts orders or forecasts.'],
  MARKET_PAUSED: ['This market is paused.', 'You can place orders when it resumes and cancel open orders now.'],
  TRADING_PAUSED: ['Trading is paused on the whole arena.', 'Forecasts and cancels still work. Try again later.'],
  IDEMPOTENT_REPLAY: ['This was already sent.', 'Look at your orders and activity before you send it again.'],
  ORDER_LIMIT_REACHED: ['You have too many open orders.', 'Cancel one first.'],
  INTERNAL_ERROR: ['Something failed in the arena.', 'Try again. If it fails again, tell its operator.'],
  RATE_LIMITED: ['Too many requests.', 'Wait a moment and try again.'],
  OVERLOADED: ['The arena is busy.', 'Try again in a few seconds.'],
  SERVICE_UNAVAILABLE: ['The arena is not available.', 'Try again in a few seconds.'],
  AGENT_LIMIT_REACHED: ['You have three agents already.', 'Delete one that never played to add another.'],
  KEY_LIMIT_REACHED: ['This agent has two active keys.', 'Revoke one first.'],
  NAME_TAKEN: ['This name is taken.', 'Choose another one.'],
  MAIL_DISABLED: ['This arena sends no email.', 'Ask its operator for a one-time reset link.'],
  EMAIL_TAKEN: ['This email already has an account.', 'Sign in instead.'],
};

/** The service refuses orders and forecasts of operators who are involved in the event. */
const involved = [
  'You can’t trade or forecast in this market.',
  'As an operator you created, edited or proposed a resolution for it.',
] as const;

function wordsOf(error: PresageError): readonly [title: string, advice: string] {
  if (error.code === 'FORBIDDEN' && error.field === 'eventSlug') return involved;
  // The message has the reason.
  if (error.code === 'PLAYER_SUSPENDED') return [titleForPeople(error.message, null), 'Contact the operator.'];
  return known[error.code] ?? [titleForPeople(error.message, error.field), adviceForPeople(error.remediation)];
}

export function failureText(error: unknown): FailureText {
  if (error instanceof PresageError) {
    const { field, requestId } = error;
    const [title, advice] = wordsOf(error);
    return { title, advice, field, requestId, isSignedOut: error.code === 'UNAUTHORIZED' };
  }
  if (error instanceof UnknownOutcome) {
    const advice = 'Look at your orders and activity before you send it again.';
    return { title: 'The arena did not confirm this.', advice, field: null, requestId: null };
  }
  const advice = 'Check your connection and try again.';
  const title = error instanceof NoAnswer ? 'The arena can’t be reached.' : 'Something failed on this page.';
  return { title, advice, field: null, requestId: null };
}
