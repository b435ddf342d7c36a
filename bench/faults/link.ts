import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** The traffic that passes: all, none from the database, or none in either direction. */
type State = 'open' | 'stalled' | 'cut';

/** A TCP proxy between one node and the database. */
export class Link {
  private readonly pairs = new Set<Pair>();
  private readonly server: Server;
  private state: State = 'open';
  resets = 0;

  private constructor(private readonly databasePort: number) {
    this.server = createServer({ pauseOnConnect: true }, client => this.accept(client));
  }

  static async open(databasePort: number): Promise<Link> {
    const link = new Link(databasePort);
    await new Promise<void>(done => link.server.listen(0, '127.0.0.1', done));
    return link;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private accept(client: Socket): void {
    const upstream = connect(this.databasePort, '127.0.0.1');
    const pair = { client, upstream };
    this.pairs.add(pair);
    const close = () => {
      this.pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    const pass = (from: Socket, to: Socket) => {
      from.setNoDelay(true);
      from.on('error', close);
      from.on('close', close);
      from.on('data', chunk => {
        if (to.write(chunk)) return;
        from.pause();
        to.once('drain', () => this.apply(pair));
      });
    };
    pass(client, upstream);
    pass(upstream, client);
    this.apply(pair);
  }

  private apply({ client, upstream }: Pair): void {
    if (this.state === 'cut') client.pause();
    else client.resume();
    if (this.state === 'open') upstream.resume();
    else upstream.pause();
  }

  private enter(state: State): void {
    this.state = state;
    for (const pair of this.pairs) this.apply(pair);
  }

  private resetPair({ client, upstream }: Pair): void {
    client.resetAndDestroy();
    upstream.resetAndDestroy();
    this.resets += 1;
  }

  /** Resets every connection. */
  resetAll(): void {
    for (const pair of [...this.pairs]) this.resetPair(pair);
  }

  /** Resets one connection; `share` in [0, 1) picks it. */
  resetOne(share: number): void {
    const open = [...this.pairs];
    if (open.length > 0) this.resetPair(open[Math.floor(share * open.length)]);
  }

  /** Forwards requests to the database but drops its responses. */
  stall(): void {
    this.enter('stalled');
  }

  /** Drops all traffic without notifying either side. */
  cut(): void {
    this.enter('cut');
  }

  /** Passes new connections; resets those that were held back. */
  heal(): void {
    this.resetAll();
    this.enter('open');
  }

  async close(): Promise<void> {
    for (const { client, upstream } of this.pairs) {
      client.destroy();
      upstream.destroy();
    }
    await new Promise(done => this.server.close(done));
  }
}
