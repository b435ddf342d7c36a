import * as settingStore from '../database/arena/settings.js';
import type { Reader } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { remainingWrites } from '../exchange/accounts.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as forecastStore from '../forecasts/store.js';
import type { Caller } from '../http/caller.js';
import { type ErrorCode, errorCodes, errorTable } from '../http/errors.js';
import { closed, described, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import type { StageFigures } from '../http/stages.js';
import * as agentStore from '../people/store/agents.js';
import type { RequestQuery, RequestUsage } from './store.js';

/** One finished request, without secrets: no query, no body, no header. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly at: number;
  readonly routeId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly field: string | null;
  readonly milliseconds: number;
  readonly playerId: string | null;
  readonly keyId: string | null;
}

export interface RequestLog {
  /** Newest first. Requests of a player are visible to that player only. */
  find(requestId: string, viewer: Caller): Promise<readonly LoggedRequest[]>;
  /** A player's own requests, newest first, including the current ones. */
  list(query: RequestQuery): Promise<readonly LoggedRequest[]>;
  usage(playerId: string, from: number): Promise<RequestUsage>;
}

export interface DeveloperServices {
  readonly developer: {
    readonly requestLog: RequestLog;
    /** Latency by stage on this node. */
    readonly latency: () => { node: string; spanSeconds: number; stages: readonly StageFigures[] };
  };
}

interface DiagnosedPlayer {
  readonly playerId: string;
  readonly kind: 'agent' | 'person';
}

/** The facts that a developer's diagnostics report. */
export interface PlayerDiagnostics {
  readonly tradingPaused: boolean;
  /** An agent's active keys, or a person's agents. */
  readonly credentials:
    | { readonly kind: 'agent'; readonly activeKeys: number }
    | { readonly kind: 'person'; readonly agents: number };
  /** Available credits in micro-credits. */
  readonly available: number;
  readonly writes: ReturnType<typeof remainingWrites>;
  readonly hasOpenForecast: boolean;
}

/** Leaves room for all active keys, which come first. */
const maxKeysRead = 100;

async function readCredentials(
  reader: Reader,
  { playerId, kind }: DiagnosedPlayer,
): Promise<PlayerDiagnostics['credentials']> {
  if (kind === 'person') return { kind, agents: (await agentStore.ofOwner(reader, playerId)).length };
  const keys = await agentStore.keysOf(reader, playerId, maxKeysRead);
  return { kind, activeKeys: keys.filter(key => key.revokedAt === null).length };
}

export function readDiagnostics(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  player: DiagnosedPlayer,
): Promise<PlayerDiagnostics> {
  const { playerId } = player;
  const forecasts = {
    playerId,
    status: 'open',
    eventId: null,
    clientForecastId: null,
    before: null,
    limit: 1,
  } as const;
  return store.read(async reader => {
    const tradingPaused = await settingStore.tradingPaused(reader);
    const credentials = await readCredentials(reader, player);
    const account = await accountStore.find(reader, playerId);
    const open = await forecastStore.list(reader, forecasts);
    return {
      tradingPaused,
      credentials,
      available: account?.available ?? 0,
      writes: remainingWrites(account, clock()),
      hasOpenForecast: open.length > 0,
    };
  });
}

/** Members of a request in the log, before and after the operation. */
export const requestNames = {
  requestId: Type.String({ description: 'Id of the request.', examples: ['req_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  at: Timestamp({ description: 'When the request was received.' }),
};

export const requestOutcome = {
  method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
  path: Type.String({
    description: 'Pattern of the route, never the address as sent.',
    examples: ['/api/play/v1/orders'],
  }),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
  code: nullable(
    Type.String({
      description: 'Error code of the response; null if the request succeeded.',
      examples: ['RATE_LIMITED'],
    }),
  ),
  field: nullable(
    Type.String({ description: 'Field at fault; null if the error names none.', examples: ['limitPriceBps'] }),
  ),
  milliseconds: Type.Number({
    minimum: 0,
    description: 'Time from the request to its response, in milliseconds.',
  }),
};

export const ExplainErrorRequest = named(
  'ExplainErrorRequest',
  closed(
    {
      code: Type.Optional(oneOf(errorCodes, { description: 'Code of an error body, such as RATE_LIMITED.' })),
      requestId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'requestId of an error body or x-request-id of a response.',
          examples: ['req_01kx3v7p9ye1f8m2q4s6t8v0wz'],
        }),
      ),
    },
    { description: 'At least one of the two.', examples: [{ code: 'RATE_LIMITED' }] },
  ),
);

const ExplainedRequest = closed({
  ...requestNames,
  operation: Type.String({ description: 'operationId, or "none" if no route matched.', examples: ['placeOrder'] }),
  ...requestOutcome,
});

export const ErrorExplanation = named(
  'ErrorExplanation',
  closed(
    {
      code: nullable(
        Type.String({
          description: 'Error code; null if the request succeeded or is not known.',
          examples: ['RATE_LIMITED'],
        }),
      ),
      httpStatus: Type.Array(Type.Integer(), {
        description: 'HTTP statuses that the code is sent with; empty if code is null.',
      }),
      retryable: nullable(
        oneOf(['yes', 'no', 'conditional'], {
          description:
            'Whether the same request may be retried. conditional: reconcile by client id first. null if code is null.',
        }),
      ),
      meaning: nullable(
        Type.String({
          description: 'Meaning of the code; null if code is null.',
          examples: ['The quota of the current window is used up.'],
        }),
      ),
      remediation: Type.String({
        description: 'What to do next.',
        examples: ['Wait for the seconds in Retry-After, then retry with jitter.'],
      }),
      documentation: nullable(
        Type.String({
          description: 'Path of the page that explains the code; null if code is null.',
          examples: ['/docs/errors#RATE_LIMITED'],
        }),
      ),
      retryPolicy: nullable(
        Type.String({
          description: 'How to retry; null if a retry does not help.',
          examples: ['Capped exponential back-off with full jitter.'],
        }),
      ),
      request: nullable(
        described(ExplainedRequest, 'The logged request; null if requestId was not sent or is not known.'),
      ),
    },
    {
      examples: [
        {
          code: 'RATE_LIMITED',
          httpStatus: [429],
          retryable: 'yes',
          meaning: 'The quota of the current window is used up.',
          remediation: errorTable.RATE_LIMITED.remediation,
          documentation: '/docs/errors#RATE_LIMITED',
          retryPolicy: 'Capped exponential back-off with full jitter; keep the client id and Idempotency-Key.',
          request: null,
        },
      ],
    },
  ),
);
