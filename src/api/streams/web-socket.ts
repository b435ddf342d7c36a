import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../http/caller.js';
import { playerIdOf } from '../../http/caller.js';
import { ApiError, errorBody } from '../../http/errors.js';
import { subscriptionBounds } from '../../http/limits.js';
import { addressKey } from '../../http/pipeline/client-ip.js';
import { checkSameSite } from '../../http/pipeline/same-site.js';
import type { SocketOpener, SocketParts } from '../../http/pipeline/socket-opener.js';
import { compileCheck } from '../../http/pipeline/validate.js';
import { outgoingError } from '../../http/response/http-exchange.js';
import { streamBounds } from '../../http/streaming/bounds.js';
import type { Batch } from '../../http/streaming/packet.js';
import type { OpenStream, Sink } from '../../http/streaming/stream-hub.js';
import type { Subscription } from '../../operations/streams/subscription.js';
import { checkHandshake, upgradeRequired } from './handshake.js';
import { ignoreHttp2Upgrade } from './ignore-http2-upgrade.js';
import { SocketCommand } from './schemas.js';
import { commandSubscription } from './subscriptions.js';

export interface Sockets extends SocketOpener {
  /** Sends requests for an upgrade through the same pipeline as all others. */
  attach(app: FastifyInstance): void;
  stop(): void;
}

const maxCommandBytes = 4 * 1024;
const { perConnection: mostSubscriptions } = subscriptionBounds;
/** The longest texts of a command that its answer repeats. */
const maxEchoLength = 200;
/** Sent before the first of them is done. */
const maxWaiting = 100;
const pingMs = 15_000;
const farewellMs = 3_000;
const lookAgainMs = 50;
/** Codes of RFC 6455 and its registry. */
const closing = { policy: 1008, restart: 1012, tryLater: 1013 } as const;

const checkCommand = compileCheck(SocketCommand, 'message');

function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), farewellMs).unref();
}

/** Where the messages of one subscription go. All share what the connection has not taken yet. */
function socketSink(socket: WebSocket, ended: () => void): Sink {
  const send = (batch: Batch) => {
    for (const packet of batch.packets) socket.send(packet.bytes, { binary: false });
  };
  return {
    send,
    mark: () => {},
    waiting: () => socket.bufferedAmount,
    // Pings find out who is gone.
    progress: () => ({ taken: 0, untaken: 0 }),
    async drained() {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > 0) {
        await new Promise(done => setTimeout(done, lookAgainMs));
      }
    },
    end(last, reason) {
      send(last);
      ended();
      if (reason === 'overflow') closeSoon(socket, closing.tryLater, reason);
      else if (reason === 'stopping') closeSoon(socket, closing.restart, reason);
      else if (reason === 'credential') closeSoon(socket, closing.policy, reason);
    },
  };
}

type Echo = Readonly<Record<string, string>>;

/** What a command says of itself, so that its sender knows which one an answer is for. */
function echoOf(command: unknown): Echo {
  if (typeof command !== 'object' || command === null) return {};
  const isText = (text: unknown) => typeof text === 'string' && text.length <= maxEchoLength;
  return Object.fromEntries(
    Object.entries(command).filter(([name, text]) => ['id', 'channel', 'key'].includes(name) && isText(text)),
  );
}

function parsed(text: string | null): { readonly command: unknown } | null {
  try {
    return { command: JSON.parse(text ?? '') };
  } catch {
    return null;
  }
}

const nameOf = ({ channel, key }: { channel: string; key: string }) => `${channel} ${key}`;

/** One connection, and what it has subscribed to. */
class Connection {
  private readonly open = new Map<string, OpenStream>();
  private alive = true;
  private waiting = 0;
  private overLimit = false;
  private done: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: SocketParts,
    private readonly caller: Caller,
    private readonly address: string,
    private readonly requestId: string,
  ) {
    socket.on('pong', () => {
      this.alive = true;
    });
    socket.on('message', (data, isBinary) => this.queue(isBinary ? null : String(data)));
  }

  /** Commands are carried out one after the other. Who sends more than that, or more than the limit, is let go. */
  private queue(text: string | null): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.waiting >= maxWaiting) {
      closeSoon(this.socket, closing.policy, 'too many commands at once');
      return;
    }
    this.waiting += 1;
    const next = async () => {
      this.waiting -= 1;
      if (this.socket.readyState !== this.socket.OPEN) return;
      const read = parsed(text);
      const echo = echoOf(read?.command);
      await this.take(read, echo).catch(error => this.refuse(error, echo));
    };
    this.done = this.done.then(next);
  }

  /** False: it has not answered since the last time. */
  ping(): boolean {
    if (!this.alive) return false;
    this.alive = false;
    this.socket.ping();
    return true;
  }

  leave(): void {
    for (const stream of this.open.values()) stream.leave();
    this.open.clear();
  }

  private say(message: object): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > streamBounds.mostBehindBytes) {
      closeSoon(this.socket, closing.tryLater, 'overflow');
      return;
    }
    this.socket.send(JSON.stringify(message));
  }

  private refuse(error: unknown, echo: Echo): void {
    const { error: known } = outgoingError(error, this.requestId, false);
    this.say({ type: 'error', ...echo, ...errorBody(known, this.requestId) });
    if (known.code === 'RATE_LIMITED' && this.overLimit) closeSoon(this.socket, closing.policy, 'rate limit');
  }

  /** Each command costs what a request costs. */
  private count(): void {
    const { limits } = this.parts;
    this.overLimit = true;
    if (this.caller.kind === 'agent') limits.take('reads', this.caller.playerId);
    else limits.take('address', this.address);
    this.overLimit = false;
  }

  private async take(read: ReturnType<typeof parsed>, echo: Echo): Promise<void> {
    this.count();
    if (!read) throw new ApiError('INVALID_JSON', 'a message must be one JSON value, sent as text');
    checkCommand(read.command);
    const wanted = read.command as SocketCommand;
    const { type, channel } = wanted;
    const subscription = await commandSubscription(this.parts.services, this.caller, wanted);
    if (
      type === 'subscribe' &&
      subscription.channel === 'user' &&
      !(await this.parts.streams.hub.holds(subscription))
    ) {
      closeSoon(this.socket, closing.policy, 'credential');
      throw new ApiError('UNAUTHORIZED', 'the credential of this connection is no longer valid');
    }
    const key = subscription.channel === 'user' ? subscription.handle : subscription.slug;
    const name = nameOf({ channel, key });
    this.open.get(name)?.leave();
    this.open.delete(name);
    const answer = { ...echo, channel, key };
    if (type === 'unsubscribe') return this.say({ type: 'unsubscribed', ...answer });
    this.subscribe(subscription, name, answer);
  }

  /** The same channel and key again replaces what there was. */
  private subscribe(subscription: Subscription, name: string, answer: object): void {
    if (this.open.size >= mostSubscriptions) {
      throw new ApiError('RATE_LIMITED', `a connection can have ${mostSubscriptions} subscriptions; end one first`);
    }
    if (this.socket.readyState !== this.socket.OPEN) return;
    const { hub, slots } = this.parts.streams;
    const giveBack = slots.subscribe(this.address, playerIdOf(this.caller));
    this.say({ type: 'subscribed', ...answer });
    const stream = hub.open(
      subscription,
      socketSink(this.socket, () => this.open.delete(name)),
    );
    this.open.set(name, stream);
    stream.onLeave(giveBack);
  }
}

export function createSockets(publicUrl: string): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxCommandBytes, clientTracking: false });
  const publicOrigin = new URL(publicUrl).origin;
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();
  const open = new Map<WebSocket, Connection>();
  const timer = setInterval(() => {
    for (const [socket, connection] of open) if (!connection.ping()) socket.terminate();
  }, pingMs).unref();

  return {
    open(exchange, request, parts) {
      const { caller, response, requestId, headers } = exchange;
      const upgrade = upgrades.get(request.raw);
      if (!upgrade || headers.upgrade?.toLowerCase() !== 'websocket') {
        throw upgradeRequired('this address speaks WebSocket only');
      }
      checkHandshake(headers);
      // A browser adds the cookie by itself, whichever page opens the connection.
      if (caller.kind === 'person') checkSameSite(headers, publicOrigin);
      const address = addressKey(request.ip);
      const giveBack = parts.streams.slots.take(address, playerIdOf(caller));
      upgrade.socket.once('close', giveBack);
      response.detachSocket(upgrade.socket as never);
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket => {
        const connection = new Connection(socket, parts, caller, address, requestId);
        open.set(socket, connection);
        socket.on('error', () => socket.terminate());
        socket.on('close', () => {
          open.delete(socket);
          connection.leave();
        });
      });
    },
    attach(app) {
      (app.server as Server).on('upgrade', (request, socket, head) => {
        if (request.headers.upgrade?.toLowerCase() !== 'websocket' || request.method !== 'GET') {
          ignoreHttp2Upgrade(app.server as Server, request, socket, head);
          return;
        }
        upgrades.set(request, { socket, head });
        const response = new ServerResponse(request);
        response.shouldKeepAlive = false;
        response.assignSocket(socket as never);
        // The other side may keep its half open for as long as it likes.
        response.once('finish', () => socket.end(() => socket.destroy()));
        socket.on('error', () => socket.destroy());
        app.routing(request, response);
      });
    },
    stop() {
      clearInterval(timer);
      for (const socket of open.keys()) closeSoon(socket, closing.restart, 'stopping');
    },
  };
}
