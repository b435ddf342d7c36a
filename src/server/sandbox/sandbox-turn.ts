import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.js';
import { cameToPass, type Fault } from '../../domain/certification/decide-fault.js';
import { prepareMarket } from '../../operations/sandbox/prepare-market.js';
import { type Begun, endRequest, recordMessage } from '../../operations/sandbox/record-request.js';
import { type DirectAnswer, keepAnswer } from '../pipeline/call-route.js';
import { type Exchange, outgoingError, send } from '../pipeline/exchange.js';
import type { createRunner, PipelineParts } from '../pipeline/run-route.js';
import { makeFaulty } from './faulty-stream.js';
import { toldMarkets } from './told-markets.js';

export type Running = Extract<Begun, { kind: 'begun' }>;

function errorOf({ code, message, status, field, retryAfterSeconds }: Extract<Fault, { kind: 'refuse' }>): ApiError {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 401) {
    headers['www-authenticate'] = `Bearer realm="presage", error="invalid_token", error_description="${message}"`;
  }
  return new ApiError(code, message, { status, headers, ...(field === null ? {} : { field }) });
}

function codeIn({ body, status }: DirectAnswer): string | null {
  if (status < 300) return null;
  try {
    return ((JSON.parse(body) as { code?: string }).code ?? null) as string | null;
  } catch {
    return null;
  }
}

function sendAnswer({ response }: Exchange, { status, headers, body }: DirectAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** One request below the base path, once it is written down. */
export class SandboxTurn {
  constructor(
    private readonly parts: PipelineParts,
    private readonly exchange: Exchange,
    private readonly running: Running,
    /** What the route is asked, as if it had come to its own address. */
    private readonly inner: object,
    private readonly run: ReturnType<typeof createRunner>,
    /** What is not passed on costs a read, unless none is left. */
    private readonly charge: () => void,
    private readonly isReading: boolean,
  ) {}

  /** Failures of the service that were made on purpose are no news for its log. */
  private async sendError(error: ApiError): Promise<void> {
    await send(this.exchange, outgoingError(error, this.exchange.requestId, this.parts.draining()));
    this.parts.finished(this.exchange, error.status, error.status < 500 ? error : null);
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
    const answer = await keepAnswer(this.run, this.inner);
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

  private writeDown(answer: DirectAnswer, fault: Fault, happened: boolean): Promise<void> {
    const { run, number } = this.running;
    const hidden = fault.kind === 'hide' && happened;
    const told = this.isReading ? toldMarkets(answer, run.events) : [];
    return endRequest(this.parts.services.store, run.runId, number, {
      truth: answer.status,
      status: hidden ? fault.status : answer.status,
      code: hidden ? (fault.status === null ? null : 'ACCEPTED_UNKNOWN_CONFIRMATION') : codeIn(answer),
      fault: fault.kind === 'none' || !happened ? null : fault.name,
      retryAfterSeconds: Number(answer.headers['retry-after'] ?? Number.NaN) || null,
      ...(told.length === 0 ? {} : { told }),
    });
  }

  /** A stream is written down as open before its route has run; where that refuses, this is put right before the client is told. */
  private noteRefusal(): void {
    const { response } = this.exchange;
    const { run, number } = this.running;
    const end = response.end.bind(response);
    response.end = ((body: string | Buffer = '') => {
      const { statusCode: status } = response;
      if (status === 200) return end(body);
      const code = codeIn({ status, headers: {}, body: String(body) });
      const ending = { status, truth: status, code, fault: null, retryAfterSeconds: null };
      endRequest(this.parts.services.store, run.runId, number, ending).then(
        () => end(body),
        () => response.destroy(),
      );
      return response;
    }) as typeof response.end;
  }

  /** The stream of the scenario's event has faults of its own; all others go on as they are. */
  stream(about: string | null): void {
    const { number: connection, run } = this.running;
    const { runId, events } = run;
    const event = events.find(({ scenario }) => scenario === 'stream-sequence');
    const { response } = this.exchange;
    if (event && (about === event.slug || about === event.pubkey)) {
      const opened = { runId, connection, path: `/api/events/${event.slug}/stream` };
      makeFaulty(response, sequence => recordMessage(this.parts.services.store, opened, sequence));
    }
    this.noteRefusal();
    this.run(this.inner as FastifyRequest, { hijack: () => {}, raw: response } as unknown as FastifyReply);
  }
}
