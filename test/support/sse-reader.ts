import { type ClientRequest, get, type IncomingMessage } from 'node:http';

export interface Received {
  readonly id: string | null;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages of every kind; tests hold them against the contract.
  readonly data: any;
}

interface Refused {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: error bodies.
  readonly body: any;
}

/** One connection to a stream of server-sent events. */
export class SseReader {
  readonly received: Received[] = [];
  status = 0;
  headers: IncomingMessage['headers'] = {};
  retryMs: number | null = null;
  ended = false;
  /** The Last-Event-ID that a browser would send on reconnect. */
  lastEventId: string | null = null;
  /** Called with every message on arrival. */
  onMessage: ((message: Received) => void) | null = null;
  private request: ClientRequest | null = null;
  private response: IncomingMessage | null = null;
  private rest = '';
  private waiting: (() => void)[] = [];

  /** Resolves with the head of the response; throws on a rejection. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<SseReader> {
    const reader = new SseReader();
    const refused = await reader.connect(url, headers);
    if (refused) throw Object.assign(new Error(JSON.stringify(refused.body)), refused);
    return reader;
  }

  /** The response to a rejected stream. */
  static async refusal(url: string, headers: Record<string, string> = {}): Promise<Refused> {
    const reader = new SseReader();
    const refused = await reader.connect(url, headers);
    reader.cut();
    if (!refused) throw new Error('the stream was opened');
    return refused;
  }

  private connect(url: string, headers: Record<string, string>): Promise<Refused | null> {
    return new Promise((done, failed) => {
      this.request = get(url, { agent: false, headers }, response => {
        this.response = response;
        this.status = response.statusCode ?? 0;
        this.headers = response.headers;
        response.setEncoding('utf8');
        response.on('error', () => {});
        response.on('close', () => this.end());
        if (this.status !== 200) {
          let text = '';
          response.on('data', chunk => {
            text += chunk;
          });
          response.on('end', () => done({ status: this.status, headers: response.headers, body: JSON.parse(text) }));
          return;
        }
        response.on('data', chunk => this.take(chunk));
        done(null);
      });
      this.request.on('error', error => {
        this.end();
        failed(error);
      });
    });
  }

  private end(): void {
    this.ended = true;
    for (const wake of this.waiting.splice(0)) wake();
  }

  private take(chunk: string): void {
    this.rest += chunk;
    for (let at = this.rest.indexOf('\n\n'); at >= 0; at = this.rest.indexOf('\n\n')) {
      const lines = this.rest.slice(0, at).split('\n');
      this.rest = this.rest.slice(at + 2);
      const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
      const retry = field('retry');
      if (retry !== null) this.retryMs = Number(retry);
      this.lastEventId = field('id') ?? this.lastEventId;
      const data = field('data');
      if (data === null) continue;
      const message = { id: field('id'), event: field('event') ?? 'message', data: JSON.parse(data) };
      this.received.push(message);
      this.onMessage?.(message);
    }
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** Waits until data has been received, with a timeout. */
  async until(what: string, holds: (received: readonly Received[]) => boolean, longestMs = 10_000): Promise<void> {
    const end = performance.now() + longestMs;
    while (!holds(this.received)) {
      if (this.ended) throw new Error(`the stream ended while waiting for ${what}: ${JSON.stringify(this.received)}`);
      const left = end - performance.now();
      if (left <= 0) throw new Error(`waited in vain for ${what}: ${JSON.stringify(this.received).slice(0, 2000)}`);
      await new Promise<void>(done => {
        const timer = setTimeout(done, left);
        this.waiting.push(() => {
          clearTimeout(timer);
          done();
        });
      });
    }
  }

  /** Waits for this many messages of a kind and returns them all. */
  async kind(event: string, count = 1): Promise<Received[]> {
    const own = () => this.received.filter(message => message.event === event);
    await this.until(`${count} ${event}`, () => own().length >= count);
    return own();
  }

  async whenEnded(longestMs = 10_000): Promise<void> {
    const end = performance.now() + longestMs;
    while (!this.ended) {
      if (performance.now() > end) throw new Error('the stream did not end');
      await new Promise<void>(done => {
        const timer = setTimeout(done, 50);
        this.waiting.push(() => {
          clearTimeout(timer);
          done();
        });
      });
    }
  }

  /** Stops reading. */
  stall(): void {
    this.response?.pause();
  }

  /** Resumes reading. */
  flow(): void {
    this.response?.resume();
  }

  /** Closes the connection abruptly. */
  cut(): void {
    this.request?.destroy();
  }
}
