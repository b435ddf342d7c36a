import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { minuteMs } from '../../domain/durations.js';
import { SlidingWindow } from '../../http/budgets/sliding-window.js';
import type { Caller } from '../../http/caller.js';
import { playerIdOf } from '../../http/caller.js';
import { ApiError, errorBody } from '../../http/errors.js';
import { controlFramesPerMinute, subscriptionBounds } from '../../http/limits.js';
import { addressKey } from '../../http/pipeline/client-ip.js';
import { checkSameSite } from '../../http/pipeline/same-site.js';
import type { SocketOpener, SocketParts } from '../../http/pipeline/socket-opener.js';
import { compileCheck } from '../../http/pipeline/validate.js';
import { outgoingError } from '../../http/response/http-exchange.js';
import { streamBounds } from '../../http/streaming/bounds.js';
import type { Batch } from '../../http/streaming/packet.js';
import type { OpenStream, Sink } from '../../http/streaming/stream-interfaces.js';
import type { Subscription } from '../../operations/streams/subscription.js';
import { CommonStart } from './common-start.js';
import { checkHandshake, upgradeRequired, webSocketPath } from './handshake.js';
import { SocketCommand } from './schemas.js';
import { commandSubscriptions } from './subscriptions.js';
import { acceptUpgrades, type Upgrade } from './upgrade-requests.js';

export interface Sockets extends SocketOpener {
  /** Routes upgrade requests through the same pipeline as all others. */
  attach(app: FastifyInstance): void;
  stop(): void;
}

const maxCommandBytes = 4 * 1024;
const { perConnection: maxSubscriptions } = subscriptionBounds;
/** Longer texts of a command are not echoed in its response. */
const maxEchoLength = 200;
/** The maximum number of queued commands on one connection. */
const maxQueued = 100;
const pingMs = 15_000;
/** The time limit for the last messages before the connection is destroyed. */
const closeTimeoutMs = 3_000;
const drainPollMs = 50;
/** Close codes of RFC 6455 and its registry. */
const closeCodes = { policy: 1008, restart: 1012, tryLater: 1013 } as const;

const checkCommand = compileCheck(SocketCommand, 'message');

function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
}

/** The sink of one subscription. All subscriptions of a connection share its buffer. */
function socketSink(socket: WebSocket, whenStarted: (send: () => void) => void, onEnd: () => void): Sink {
  const send = (batch: Batch) => {
    for (const packet of batch.packets) socket.send(packet.bytes, { binary: false });
  };
  return {
    send: batch => whenStarted(() => send(batch)),
    mark: () => whenStarted(() => {}),
    waiting: () => socket.bufferedAmount,
    // Pings detect dead connections.
    progress: () => ({ taken: 0, untaken: 0 }),
    async drained() {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > 0) {
        await new Promise(done => setTimeout(done, drainPollMs));
      }
    },
    end(last, reason) {
      onEnd();
      whenStarted(() => {
        send(last);
        if (reason === 'overflow') closeSoon(socket, closeCodes.tryLater, reason);
        else if (reason === 'stopping') closeSoon(socket, closeCodes.restart, reason);
        else if (reason === 'credential') closeSoon(socket, closeCodes.policy, reason);
      });
    },
  };
}

type Echo = Readonly<Record<string, string>>;

/** Returns the members of a command that identify its response. */
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

const keyOf = (subscription: Subscription) =>
  subscription.channel === 'user' ? subscription.handle : subscription.slug;
const nameOf = (subscription: Subscription) => `${subscription.channel} ${keyOf(subscription)}`;

/** One connection and its subscriptions. */
class Connection {
  private readonly open = new Map<string, OpenStream>();
  private readonly controlFrames = new SlidingWindow(controlFramesPerMinute, minuteMs);
  private alive = true;
  private queued = 0;
  private overLimit = false;
  private done: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: SocketParts,
    private readonly caller: Caller,
    private readonly address: string,
    private readonly requestId: string,
  ) {
    socket.on('ping', data => {
      if (this.countControlFrame()) this.answerPing(data);
    });
    socket.on('pong', () => {
      if (this.countControlFrame()) this.alive = true;
    });
    socket.on('message', (data, isBinary) => this.enqueue(isBinary ? null : String(data)));
  }

  /** Runs commands in order. A connection with too many queued commands is closed. */
  private enqueue(text: string | null): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.queued >= maxQueued) {
      closeSoon(this.socket, closeCodes.policy, 'too many commands at once');
      return;
    }
    this.queued += 1;
    const next = async () => {
      this.queued -= 1;
      if (this.socket.readyState !== this.socket.OPEN) return;
      const read = parsed(text);
      const echo = echoOf(read?.command);
      await this.run(read, echo).catch(error => this.refuse(error, echo));
    };
    this.done = this.done.then(next);
  }

  /** Returns false if the last ping got no response. */
  ping(): boolean {
    if (!this.alive) return false;
    this.alive = false;
    this.socket.ping();
    return true;
  }

  /** Returns whether to handle the frame. A client that sends too many is disconnected. */
  private countControlFrame(): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    if (this.controlFrames.take(this.parts.services.clock())) return true;
    closeSoon(this.socket, closeCodes.policy, 'rate limit');
    // Frames that follow are not even read.
    this.socket.pause();
    return false;
  }

  private answerPing(data: Buffer): void {
    if (this.hasRoom()) this.socket.pong(data);
  }

  /** Returns whether more may be sent. A client with too much unread data is disconnected. */
  private hasRoom(): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    if (this.socket.bufferedAmount <= streamBounds.maxBehindBytes) return true;
    closeSoon(this.socket, closeCodes.tryLater, 'overflow');
    return false;
  }

  leave(): void {
    for (const stream of this.open.values()) stream.leave();
    this.open.clear();
  }

  private sendMessage(message: object): void {
    if (this.hasRoom()) this.socket.send(JSON.stringify(message));
  }

  private refuse(error: unknown, echo: Echo): void {
    const { error: known } = outgoingError(error, this.requestId, false);
    this.sendMessage({ type: 'error', ...echo, ...errorBody(known, this.requestId) });
    if (known.code === 'RATE_LIMITED' && this.overLimit) closeSoon(this.socket, closeCodes.policy, 'rate limit');
  }

  /** Charges a command like a request. */
  private count(): void {
    const { limits } = this.parts;
    this.overLimit = true;
    if (this.caller.kind === 'agent') limits.take('reads', this.caller.playerId);
    else limits.take('address', this.address);
    this.overLimit = false;
  }

  private async run(read: ReturnType<typeof parsed>, echo: Echo): Promise<void> {
    this.count();
    if (!read) throw new ApiError('INVALID_JSON', 'A message must be one JSON value, sent as text.');
    checkCommand(read.command);
    const command = read.command as SocketCommand;
    const { type, channel } = command;
    const subscriptions = await commandSubscriptions(this.parts.services, this.caller, command);
    const [first] = subscriptions;
    if (type === 'subscribe' && first.channel === 'user' && !(await this.parts.streams.hub.holds(first))) {
      closeSoon(this.socket, closeCodes.policy, 'credential');
      throw new ApiError('UNAUTHORIZED', 'The credential of this connection is no longer valid.');
    }
    for (const name of subscriptions.map(nameOf)) {
      this.open.get(name)?.leave();
      this.open.delete(name);
    }
    const response = { ...echo, channel, key: keyOf(first) };
    if (type === 'unsubscribe') return this.sendMessage({ type: 'unsubscribed', ...response });
    this.subscribe(subscriptions, response);
  }

  /** A subscription to the same channel and key replaces the previous one. */
  private subscribe(subscriptions: readonly Subscription[], response: object): void {
    if (this.open.size + subscriptions.length > maxSubscriptions) {
      throw new ApiError(
        'RATE_LIMITED',
        `A connection can have at most ${maxSubscriptions} subscriptions; unsubscribe from one first.`,
      );
    }
    if (this.socket.readyState !== this.socket.OPEN) return;
    const taken = this.takeSlots(subscriptions.length);
    const common = new CommonStart(taken.length, () => this.sendMessage({ type: 'subscribed', ...response }));
    for (const [index, subscription] of subscriptions.entries()) {
      const name = nameOf(subscription);
      const sink = socketSink(
        this.socket,
        send => common.send(index, send),
        () => this.open.delete(name),
      );
      const stream = this.parts.streams.hub.open(subscription, sink);
      this.open.set(name, stream);
      stream.onLeave(() => {
        taken[index]();
        common.leave(index);
      });
    }
  }

  /** Takes one slot for each subscription, all or none; returns the functions that release them. */
  private takeSlots(count: number): (() => void)[] {
    const taken: (() => void)[] = [];
    try {
      while (taken.length < count) {
        taken.push(this.parts.streams.slots.subscribe(this.address, playerIdOf(this.caller)));
      }
    } catch (error) {
      for (const giveBack of taken) giveBack();
      throw error;
    }
    return taken;
  }
}

export function createSockets(publicUrl: string): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxCommandBytes,
    clientTracking: false,
    // The library's own pongs are neither counted nor limited.
    autoPong: false,
  });
  const publicOrigin = new URL(publicUrl).origin;
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const open = new Map<WebSocket, Connection>();
  const timer = setInterval(() => {
    for (const [socket, connection] of open) if (!connection.ping()) socket.terminate();
  }, pingMs).unref();

  return {
    open(exchange, request, parts) {
      const { caller, response, requestId, headers } = exchange;
      const upgrade = upgrades.get(request.raw);
      if (!upgrade || headers.upgrade?.toLowerCase() !== 'websocket') {
        throw upgradeRequired('this address accepts only WebSocket connections');
      }
      checkHandshake(headers);
      // Browsers attach the cookie regardless of the page that opens the connection.
      if (caller.kind === 'person') checkSameSite(headers, publicOrigin);
      const address = addressKey(request.ip);
      const giveBack = parts.streams.slots.take(address, playerIdOf(caller));
      upgrade.socket.once('close', giveBack);
      response.detachSocket(upgrade.socket);
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
      acceptUpgrades(app, webSocketPath, (request, upgrade) => upgrades.set(request, upgrade));
    },
    stop() {
      clearInterval(timer);
      for (const socket of open.keys()) closeSoon(socket, closeCodes.restart, 'stopping');
    },
  };
}
