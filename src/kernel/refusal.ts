/** Why a write was rejected. Rejections are values: the codes are those of the public error table. */
type RefusalCode =
  | 'INVALID_PAYLOAD'
  | 'INSUFFICIENT_BALANCE'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'MARKET_CLOSED'
  | 'MARKET_PAUSED'
  | 'STALE_ORDERBOOK'
  | 'ORDER_LIMIT_REACHED'
  | 'TRADING_PAUSED'
  | 'INVALID_TRANSITION'
  | 'POLICY_EXCLUDED'
  | 'POLICY_REVIEW'
  | 'NAME_TAKEN'
  | 'REQUEST_LIMIT_REACHED'
  | 'REQUEST_NOT_OPEN';

export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  /** A public message. */
  readonly message: string;
  /** The public name of the invalid field. */
  readonly field?: string;
  /** Further members for the error body, such as the current status of a market. */
  readonly extra?: Readonly<Record<string, string | number>>;
}

export function refuse(code: RefusalCode, message: string, more: Pick<Refusal, 'field' | 'extra'> = {}): Refusal {
  return { refused: true, code, message, ...more };
}

export function invalidField(field: string, problem: string): Refusal {
  return refuse('INVALID_PAYLOAD', `${field} ${problem}`, { field });
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value;
}
