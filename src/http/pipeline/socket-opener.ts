import type { RateLimits } from '../budgets/rate-limits.js';
import type { StreamSlots } from '../budgets/stream-slots.js';
import type { HttpExchange } from '../response/http-exchange.js';
import type { Services } from '../services.js';
import type { StreamOpener } from '../streaming/stream-interfaces.js';
import type { HttpRequest } from './http-app.js';

/** The dependencies of a WebSocket connection for commands and subscriptions. */
export interface SocketParts {
  readonly services: Services;
  readonly limits: RateLimits;
  readonly streams: { readonly hub: StreamOpener; readonly slots: StreamSlots };
}

export interface SocketOpener {
  /** Upgrades the connection of a request to a WebSocket. */
  open(exchange: HttpExchange, request: HttpRequest, parts: SocketParts): void;
}
