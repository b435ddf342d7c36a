import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, tookEffect } from '../../../domain/certification/decide-fault.js';
import type { ScenarioId } from '../../../domain/certification/scenarios.js';
import { ApiError } from '../../../http/errors.js';
import { type CapturedReply, captureReply } from '../../../http/pipeline/call-route.js';
import type { createRunner, PipelineParts } from '../../../http/pipeline/run-route.js';
import { type HttpExchange, outgoingError, type RunScope, send } from '../../../http/response/http-exchange.js';
import type { AnyStreamMessage } from '../../../http/streaming/packet.js';
import { prepareMarket } from '../../../operations/certification/prepare-market.js';
import { recordStanding, recordTrade } from '../../../operations/certification/record-message.js';
import { type Begun, endRequest } from '../../../operations/certification/record-request.js';
import { injectStreamFaults, standingIn } from './faulted-stream.js';
import { reportedMarkets } from './reported-markets.js';
import type { RunStreams } from './run-streams.js';

/** The pipeline, and the open streams of all runs. */
export interface RunParts extends PipelineParts {
  readonly runStreams: RunStreams;
}

/** The part of a request that the pipeline of a route needs. */
export interface InnerRequest {
  readonly raw: { readonly url: string };
}

export type Running = Extract<Begun, { kind: 'begun' }>;

function errorOf({ code, message, status, field, retryAfterSeconds }: Extract<Fault, { kind: 'refuse' }>): ApiError {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 401) {
    headers['www-authenticate'] = `Bearer realm="presage", error="invalid_token", error_description="${message}"`;
  }
  return new ApiError(code, message, { status, headers, ...(field === null ? {} : { field }) });
}

function codeIn({ body, status }: CapturedReply): string | null {
  if (status < 300) return null;
  try {
    return ((JSON.parse(body) as { code?: string }).code ?? null) as string | null;
  } catch {
    return null;
  }
}

/** The path without its query. */
function pathOf({ raw }: InnerRequest): string {
  return raw.url.split('?')[0];
}

function sendCaptured({ response }: HttpExchange, { status, headers, body }: CapturedReply): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** The member of a stream message that is judged; a message that does not change it is not recorded. */
const judgedMember: Partial<Record<ScenarioId, 'status' | 'sequence'>> = {
  'market-paused': 'status',
  'stale-book': 'sequence',
};

/** One request under the base path, after it was recorded. */
export class FaultedRequest {
  constructor(
    private readonly parts: RunParts,
    private readonly exchange: HttpExchange,
    private readonly running: Running,
    /** The request as its route receives it, with the path relative to the base path. */
    private readonly inner: InnerRequest,
    private readonly run: ReturnType<typeof createRunner>,
    /** Charges a read for a request that is not forwarded. */
    private readonly charge: () => void,
    private readonly isReading: boolean,
  ) {}

  /** Events of the run are visible only under its base path, and streams end with the run. */
  private scope(): RunScope {
    const { services, runStreams } = this.parts;
    const { runId, events } = this.running.run;
    const eventIds = new Set(events.map(({ eventId }) => eventId));
    return {
      services: {
        ...services,
        markets: { ...services.markets, references: services.markets.references.within(eventIds) },
      },
      opened: (stream, caller) => {
        if (caller.kind === 'agent') runStreams.add(stream, { runId, keyId: caller.keyId });
      },
    };
  }

  /** Injected server errors are not logged as errors. */
  private async sendError(error: ApiError): Promise<void> {
    await send(this.exchange, outgoingError(error, this.exchange.requestId, this.parts.draining()));
    this.parts.onFinished(this.exchange, error.status, error.status < 500 ? error : null);
  }

  private prepare({ scenario }: Extract<Fault, { kind: 'prepare' }>, change: Parameters<typeof prepareMarket>[2]) {
    const slug = this.running.run.events.find(event => event.scenario === scenario)?.slug ?? '';
    return prepareMarket(this.parts.services, slug, change);
  }

  async answer(): Promise<void> {
    const { fault } = this.running;
    if (fault.kind === 'refuse') {
      this.charge();
      return this.sendError(errorOf(fault));
    }
    if (fault.kind === 'prepare') await this.prepare(fault, fault.name);
    const reply = await captureReply(this.run, this.inner, this.scope());
    const isEffective = tookEffect(fault, reply.status, codeIn(reply));
    // The client was not informed of this pause, so it must not last.
    if (fault.kind === 'prepare' && fault.name === 'market-paused' && !isEffective) {
      await this.prepare(fault, 'market-resumed');
    }
    await this.recordEnd(reply, fault, isEffective);
    if (fault.kind !== 'hide' || !isEffective) return sendCaptured(this.exchange, reply);
    if (fault.status === null) this.exchange.response.destroy();
    else {
      const { status } = fault;
      await this.sendError(
        new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'The outcome of this write is unknown.', { status }),
      );
    }
  }

  private recordEnd(reply: CapturedReply, fault: Fault, isEffective: boolean): Promise<void> {
    const { run, number } = this.running;
    const hidden = fault.kind === 'hide' && isEffective;
    const markets = this.isReading ? reportedMarkets(reply, run.events) : [];
    return endRequest(this.parts.services, run.runId, number, {
      truth: reply.status,
      status: hidden ? fault.status : reply.status,
      code: hidden ? (fault.status === null ? null : 'ACCEPTED_UNKNOWN_CONFIRMATION') : codeIn(reply),
      fault: fault.kind === 'none' || !isEffective ? null : fault.name,
      retryAfterSeconds: Number(reply.headers['retry-after'] ?? Number.NaN) || null,
      ...(markets.length === 0 ? {} : { told: markets }),
    });
  }

  /**
   * A stream is recorded as open before its route runs. If the route rejects it, or the request is a HEAD, the record
   * is corrected before the response is sent.
   */
  private correctRecordOnEnd(): void {
    const { response, method } = this.exchange;
    const { run, number, fault } = this.running;
    const name = fault.kind === 'prepare' ? fault.name : null;
    const end = response.end.bind(response);
    response.end = ((body: string | Buffer = '') => {
      const { statusCode: status } = response;
      if (status === 200 && method !== 'HEAD') return end(body);
      const code = codeIn({ status, headers: {}, body: String(body) });
      const ending = { status, truth: status, code, fault: name, retryAfterSeconds: null };
      endRequest(this.parts.services, run.runId, number, ending).then(
        () => end(body),
        () => response.destroy(),
      );
      return response;
    }) as typeof response.end;
  }

  /** Trades of one scenario get faults, and judged market states are recorded; all other streams are left unchanged. */
  private decideMessages(about: string | null) {
    const { number: connection, run } = this.running;
    const { runId, events } = run;
    const { services } = this.parts;
    const event = events.find(({ slug, pubkey }) => about === slug || about === pubkey);
    const opened = { runId, connection, path: pathOf(this.inner) };
    if (event?.scenario === 'stream-sequence') {
      return async ({ kind, sequence }: AnyStreamMessage) =>
        kind === 'trade' && sequence !== undefined ? recordTrade(services, opened, sequence) : null;
    }
    const scenario = event?.scenario;
    const member = scenario && judgedMember[scenario];
    if (!scenario || !member) return null;
    let last: string | number | null = null;
    return async (message: AnyStreamMessage) => {
      const standing = standingIn(message);
      const current = standing[member];
      if (current === null || current === last) return null;
      last = current;
      await recordStanding(services, opened, { scenario, ...standing });
      return null;
    };
  }

  async stream(about: string | null): Promise<void> {
    const { response } = this.exchange;
    const { fault } = this.running;
    if (fault.kind === 'prepare') await this.prepare(fault, fault.name);
    const decide = this.decideMessages(about);
    if (decide) injectStreamFaults(response, decide);
    this.correctRecordOnEnd();
    this.run(
      this.inner as unknown as FastifyRequest,
      { hijack: () => {}, raw: response } as unknown as FastifyReply,
      this.scope(),
    );
  }
}
