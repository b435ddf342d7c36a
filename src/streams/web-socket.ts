import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { SlidingWindow } from '../http/budgets/sliding-window.js';
import { type Caller, playerIdOf } from '../http/caller.js';
import { ApiError, errorBody, invalid } from '../http/errors.js';
import { controlFramesPerMinute, subscriptionBounds } from '../http/limits.js';
import { captureResponse } from '../http/pipeline/call-route.js';
import { type Connections, silenceTimeoutMs } from '../http/pipeline/connections.js';
import { checkSameSite } from '../http/pipeline/credentials.js';
import { addressKey, type HttpApp } from '../http/pipeline/http-app.js';
import type { SocketOpener, SocketParts } from '../http/pipeline/run-route.js';
import { compileCheck } from '../http/pipeline/validate.js';
import { writeLastResponse } from '../http/response/broken-request.js';
import { outgoingError } from '../http/response/http-exchange.js';
import { type Batch, type OpenStream, type Sink, streamBounds } from '../http/streams.js';
import type { Subscription } from '../http/subscription.js';
import { minuteMs } from '../kernel/time.js';
import { SocketCommand } from './schemas.js';
import { CommonStart, commandSubscriptions, type SubscriptionServices } from './subscriptions.js';

export const webSocketPath = '/api/v1/ws';
const versions = ['13', '8'];
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const protocolList = new RegExp(`^${token}(?:[ \\t]*,[ \\t]*${token})*$`);

function upgradeRequired(message: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError('UPGRADE_REQUIRED', message, {
    headers: { upgrade: 'websocket', connection: 'Upgrade, close', ...headers },
  });
}

/** The library would parse a body as the first frames. */
function checkNoBody({ 'content-length': length = '0', 'transfer-encoding': coding }: IncomingHttpHeaders): void {
  if (coding !== undefined) throw invalid('Transfer-Encoding', 'must not be sent: a handshake has no body');
  if (Number(length) !== 0) throw invalid('Content-Length', `must be 0: a handshake has no body (got ${length})`);
}

/**
 * Rejects handshakes that the WebSocket library would reject, with the service's error bodies and before a slot is
 * taken.
 */
function checkHandshake(headers: IncomingHttpHeaders): void {
  checkNoBody(headers);
  if (!versions.includes(headers['sec-websocket-version'] ?? '')) {
    const supported = versions.join(', ');
    throw upgradeRequired(`Sec-WebSocket-Version must be one of ${supported}`, { 'sec-websocket-version': supported });
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw invalid('Sec-WebSocket-Key', 'must be 16 bytes in base64');
  }
  const protocols = headers['sec-websocket-protocol'];
  if (protocols === undefined) return;
  const names = protocols.split(',').map(name => name.trim());
  if (protocolList.test(protocols) && new Set(names).size === names.length) return;
  throw invalid('Sec-WebSocket-Protocol', 'must be a list of distinct names');
}

/** An upgrade request and its connection, which Node has stopped reading. */
export interface Upgrade {
  readonly socket: Socket;
  /** Bytes that arrived after the request. */
  readonly head: Buffer;
}

/** Returns whether a request is for a WebSocket; a server may ignore all other upgrades (RFC 9110, section 7.8). */
function isForWebSocket({ headers, method, url }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?')[0] === webSocketPath;
}

/**
 * The error for an upgrade that only Node 24.9 and newer can ignore (`shouldUpgradeCallback`): older versions end HTTP
 * on a connection with an upgrade header and leave the body of the request unread.
 */
function unsupportedUpgrade({ headers, method, url = '' }: IncomingMessage): ApiError {
  const protocol = String(headers.upgrade).slice(0, maxEchoLength);
  const path = url.split('?')[0].slice(0, maxEchoLength);
  return new ApiError(
    'INVALID_PAYLOAD',
    `Upgrade must be websocket with GET ${webSocketPath} (got ${protocol} with ${method} ${path})`,
    {
      field: 'Upgrade',
      remediation:
        'Send the request without the header Upgrade. HTTP clients send it to offer HTTP/2: select HTTP/1.1.',
    },
  );
}

/**
 * Calls `then` once all earlier responses of the connection are sent, because responses are sent in order. Never calls
 * it if the connection ends first.
 */
function afterEarlierResponses(connections: Pick<Connections, 'oldest'>, socket: Socket, then: () => void): void {
  const earlier = connections.oldest(socket);
  if (!socket.writable) socket.destroy();
  else if (!earlier) then();
  else earlier.once('close', () => afterEarlierResponses(connections, socket, then));
}

/** Sends the response of `serve` as the last one of the connection. */
function sendLast(request: IncomingMessage, socket: Socket, serve: (response: ServerResponse) => void): void {
  // The response is written as it is captured.
  delete request.headers['accept-encoding'];
  captureResponse(request, serve).then(
    ({ status, headers, body }) => writeLastResponse(socket, status, headers, request.method === 'HEAD' ? '' : body),
    () => socket.destroy(),
  );
}

/**
 * Handles requests with an upgrade header: those for a WebSocket are passed to `onWebSocket` and routed, all others are
 * rejected. Node has detached its listeners from the connection, so errors and timeouts are handled here from the
 * start.
 */
function acceptUpgrades(
  app: HttpApp,
  connections: Pick<Connections, 'oldest'>,
  onWebSocket: (request: IncomingMessage, upgrade: Upgrade) => void,
): void {
  function handle(request: IncomingMessage, socket: Socket, head: Buffer): void {
    if (!isForWebSocket(request)) {
      sendLast(request, socket, response => app.refuse(request, response, unsupportedUpgrade(request)));
      return;
    }
    socket.setTimeout(silenceTimeoutMs);
    onWebSocket(request, { socket, head });
    sendLast(request, socket, response => app.serve(request, response));
  }

  app.server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    const drop = () => socket.destroy();
    socket.on('error', drop).on('timeout', drop);
    // Responses of the cache are not tracked; Node has finished them by the next iteration of the event loop.
    setImmediate(() => afterEarlierResponses(connections, socket, () => handle(request, socket, head)));
  });
}

export interface Sockets extends SocketOpener {
  /** Routes upgrade requests through the same pipeline as all others. */
  attach(app: HttpApp, connections: Pick<Connections, 'oldest'>): void;
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
  private lastCommand: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly parts: SocketParts,
    private readonly services: SubscriptionServices,
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
    this.lastCommand = this.lastCommand.then(next);
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
    const { error: apiError } = outgoingError(error, this.requestId, false);
    this.sendMessage({ type: 'error', ...echo, ...errorBody(apiError, this.requestId) });
    if (apiError.code === 'RATE_LIMITED' && this.overLimit) closeSoon(this.socket, closeCodes.policy, 'rate limit');
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
    const subscriptions = await commandSubscriptions(this.services, this.caller, command);
    const [first] = subscriptions;
    if (type === 'subscribe' && first.channel === 'user' && !(await this.parts.streams.hub.hasValidCredential(first))) {
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
    const releases = this.takeSlots(subscriptions.length);
    const common = new CommonStart(releases.length, () => this.sendMessage({ type: 'subscribed', ...response }));
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
        releases[index]();
        common.leave(index);
      });
    }
  }

  /** Takes one slot for each subscription, all or none; returns the functions that release them. */
  private takeSlots(count: number): (() => void)[] {
    const releases: (() => void)[] = [];
    try {
      while (releases.length < count) {
        releases.push(this.parts.streams.slots.subscribe(this.address, playerIdOf(this.caller)));
      }
    } catch (error) {
      for (const releaseSlot of releases) releaseSlot();
      throw error;
    }
    return releases;
  }
}

export function createSockets(publicUrl: string, services: SubscriptionServices): Sockets {
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
    accepts: isForWebSocket,
    open(exchange, request, parts) {
      const { caller, requestId, headers } = exchange;
      const upgrade = upgrades.get(request.raw);
      if (!upgrade || headers.upgrade?.toLowerCase() !== 'websocket') {
        throw upgradeRequired('this address accepts only WebSocket connections');
      }
      checkHandshake(headers);
      // Browsers attach the cookie regardless of the page that opens the connection.
      if (caller.kind === 'person') checkSameSite(headers, publicOrigin);
      const address = addressKey(request.ip);
      const releaseSlot = parts.streams.slots.take(address, playerIdOf(caller));
      upgrade.socket.once('close', releaseSlot);
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket => {
        const connection = new Connection(socket, parts, services, caller, address, requestId);
        open.set(socket, connection);
        socket.on('error', () => socket.terminate());
        socket.on('close', () => {
          open.delete(socket);
          connection.leave();
        });
      });
    },
    attach(app, connections) {
      acceptUpgrades(app, connections, (request, upgrade) => upgrades.set(request, upgrade));
    },
    stop() {
      clearInterval(timer);
      for (const socket of open.keys()) closeSoon(socket, closeCodes.restart, 'stopping');
    },
  };
}
