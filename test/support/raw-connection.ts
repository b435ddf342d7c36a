import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitUntil } from './wait-until.js';

/** A TCP connection to the service, for requests that no HTTP client would send. */
export class RawConnection {
  received = '';
  closed = false;
  readonly socket: Socket;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', data => {
      this.received += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
    });
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  /** Sends texts in one packet and returns everything received until the service closes the connection. */
  static async exchange(url: string, ...texts: string[]): Promise<string> {
    const connection = await RawConnection.open(url);
    connection.send(...texts);
    return connection.untilClosed();
  }

  /** Sends texts in one packet. */
  send(...texts: string[]): void {
    this.socket.write(texts.join(''), 'latin1');
  }

  async until(what: string, holds: (received: string) => boolean): Promise<void> {
    await waitUntil(what, () => holds(this.received) || this.closed);
    if (!holds(this.received)) throw new Error(`the connection closed before ${what}: ${this.received}`);
  }

  async untilClosed(): Promise<string> {
    await waitUntil('the end of the connection', () => this.closed);
    return this.received;
  }

  /** The status codes of the responses so far, in their order. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
  }

  /** Closes the connection abruptly. */
  cut(): void {
    this.socket.resetAndDestroy();
  }
}
