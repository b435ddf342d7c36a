import type { FastifyReply, FastifyRequest } from 'fastify';
import { cameToPass, type Fault } from '../../../domain/certification/decide-fault.js';
import type { ScenarioId } from '../../../domain/certification/scenarios.js';
import { ApiError } from '../../../http/errors.js';
import { type CapturedReply, captureReply } from '../../../http/pipeline/call-route.js';
import type { createRunner, PipelineParts } from '../../../http/pipeline/run-route.js';
import { type HttpExchange, outgoingError, type RunScope, send } from '../../../http/response/http-exchange.js';
import type { StreamMessage } from '../../../http/streaming/packet.js';
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

/** What the pipeline of a route needs of a request. */
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

/** Without its query. */
function pathOf({ raw }: InnerRequest): string {
  return raw.url.split('?')[0];
}

function sendAnswer({ response }: HttpExchange, { status, headers, body }: CapturedReply): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** What a client may have learned from a stream of the market; a message that tells nothing new of it leaves no line. */
const judgedMember: Partial<Record<ScenarioId, 'status' | 'sequence'>> = {
  'market-paused': 'status',
  'stale-book': 'sequence',
};

/** One request below the base path, once it is written down. */
export class FaultedRequest {
  constructor(
    private readonly parts: RunParts,
    private readonly exchange: HttpExchange,
    private readonly running: Running,
    /** What the route is asked, as if it had come to its own address. */
    private readonly inner: InnerRequest,
    private readonly run: ReturnType<typeof createRunner>,
    /** What is not passed on costs a read, unless none is left. */
    private readonly charge: () => void,
    private readonly isReading: boolean,
  ) {}

  /** The events of the run are there here and nowhere else, and streams end with it. */
  private within(): RunScope {
    const { services, runStreams } = this.parts;
    const { runId, events } = this.running.run;
    const eventIds = new Set(events.map(({ eventId }) => eventId));
    return {
      services: { ...services, markets: { references: services.markets.references.within(eventIds) } },
      opened: (stream, caller) => {
        if (caller.kind === 'agent') runStreams.add(stream, { runId, keyId: caller.keyId });
      },
    };
  }

  /** Failures of the service that were made on purpose are no news for its log. */
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
    const answer = await captureReply(this.run, this.inner, this.within());
    const happened = cameToPass(fault, answer.status, codeIn(answer));
    // Nobody was told of this pause, so nobody may find it.
    if (fault.kind === 'prepare' && fault.name === 'market-paused' && !happened) {
      await this.prepare(fault, 'market-resumed');
    }
    await this.writeDown(answer, fault, happened);
    if (fault.kind !== 'hide' || !happened) return sendAnswer(this.exchange, answer);
    if (fault.status === null) this.exchange.response.destroy();
    else {
      const { status } = fault;
      await this.sendError(
        new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'the outcome of this write could not be learned', { status }),
      );
    }
  }

  private writeDown(answer: CapturedReply, fault: Fault, happened: boolean): Promise<void> {
    const { run, number } = this.running;
    const hidden = fault.kind === 'hide' && happened;
    const told = this.isReading ? reportedMarkets(answer, run.events) : [];
    return endRequest(this.parts.services, run.runId, number, {
      truth: answer.status,
      status: hidden ? fault.status : answer.status,
      code: hidden ? (fault.status === null ? null : 'ACCEPTED_UNKNOWN_CONFIRMATION') : codeIn(answer),
      fault: fault.kind === 'none' || !happened ? null : fault.name,
      retryAfterSeconds: Number(answer.headers['retry-after'] ?? Number.NaN) || null,
      ...(told.length === 0 ? {} : { told }),
    });
  }

  /**
   * A stream is written down as open before its route has run; where that refuses, or there is only a head to send, this is
   * put right before the client is told.
   */
  private noteEnd(): void {
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

  /** Trades of one scenario have faults, and what is told of a market is written down where it is judged; all other streams go on as they are. */
  private decideMessages(about: string | null) {
    const { number: connection, run } = this.running;
    const { runId, events } = run;
    const { services } = this.parts;
    const event = events.find(({ slug, pubkey }) => about === slug || about === pubkey);
    const opened = { runId, connection, path: pathOf(this.inner) };
    if (event?.scenario === 'stream-sequence') {
      return async ({ kind, sequence }: StreamMessage) =>
        kind === 'trade' ? recordTrade(services, opened, sequence) : null;
    }
    const scenario = event?.scenario;
    const member = scenario && judgedMember[scenario];
    if (!scenario || !member) return null;
    let last: string | number | null = null;
    return async (message: StreamMessage) => {
      const standing = standingIn(message);
      const news = standing[member];
      if (news === null || news === last) return null;
      last = news;
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
    this.noteEnd();
    this.run(
      this.inner as unknown as FastifyRequest,
      { hijack: () => {}, raw: response } as unknown as FastifyReply,
      this.within(),
    );
  }
}
