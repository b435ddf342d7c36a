/** One line of the tester's log. */
export interface StreamLine {
  readonly id: number;
  readonly at: number;
  readonly direction: 'sent' | 'received' | 'note';
  readonly text: string;
  readonly sequence: number | null;
  /** Whether the sequence does not follow the previous one. */
  readonly isGap: boolean;
}

export type TestedChannel = 'trades' | 'orderbook' | 'user';
export type SessionState = 'idle' | 'connecting' | 'open' | 'cut';

export interface SessionView {
  readonly state: SessionState;
  readonly lines: readonly StreamLine[];
  readonly received: number;
  readonly gaps: number;
  readonly duplicates: number;
  readonly lastSequence: number | null;
}

const maxLines = 200;

interface Message {
  readonly type?: string;
  readonly kind?: string;
  readonly sequence?: number;
  readonly previousSequence?: number;
}

/** Book deltas carry their base sequence; the other channels count by one. */
function follows({ sequence, previousSequence }: Message, last: number): boolean {
  return previousSequence === undefined ? sequence === last + 1 : previousSequence === last;
}

/** Kinds that repeat a sequence instead of advancing it. */
const unsequenced = new Set(['heartbeat', 'status', 'top', 'overflow', 'end']);

/** A WebSocket connection separate from the one that feeds the pages, with a log of its messages. */
export class StreamSession {
  private socket: WebSocket | null = null;
  private view: SessionView = {
    state: 'idle',
    lines: [],
    received: 0,
    gaps: 0,
    duplicates: 0,
    lastSequence: null,
  };
  private nextId = 1;

  constructor(
    private readonly topic: { readonly channel: TestedChannel; readonly key: string },
    private readonly onChange: (view: SessionView) => void,
  ) {}

  /** Connects and subscribes: with a snapshot the first time, after the last sequence later. */
  connect(): void {
    const address = new URL('/api/v1/ws', location.origin);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.socket = socket;
    this.update({ state: 'connecting' });
    socket.onopen = () => {
      this.update({ state: 'open' });
      this.note('Connected.');
      this.subscribe();
    };
    socket.onmessage = ({ data }) => this.receive(String(data));
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.note(`The connection ended with code ${code}.`);
      this.update({ state: 'cut' });
    };
  }

  /** Closes the connection without unsubscribing, as a network failure would. */
  cut(): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.note('Connection cut. Messages from now on are missed until you resume.');
    this.update({ state: 'cut' });
  }

  close(): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  private subscribe(): void {
    const { channel, key } = this.topic;
    const { lastSequence } = this.view;
    const start = lastSequence === null ? { snapshot: true } : { afterSequence: lastSequence };
    const command = JSON.stringify({ type: 'subscribe', channel, key, ...start });
    this.add({ direction: 'sent', text: command });
    this.socket?.send(command);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.sequence === undefined || unsequenced.has(message.kind ?? '')) {
      this.add({ direction: 'received', text });
      return;
    }
    const { lastSequence, received, gaps, duplicates } = this.view;
    const { sequence, kind } = message;
    // A snapshot restarts the count.
    const isStart = kind === 'snapshot' || lastSequence === null;
    const isDuplicate = !isStart && sequence <= lastSequence;
    const isGap = !isStart && !isDuplicate && !follows(message, lastSequence);
    this.update({
      received: received + 1,
      gaps: gaps + Number(isGap),
      duplicates: duplicates + Number(isDuplicate),
      lastSequence: isStart ? sequence : Math.max(sequence, lastSequence),
    });
    this.add({ direction: 'received', text, sequence, isGap });
  }

  private note(text: string): void {
    this.add({ direction: 'note', text });
  }

  private add(line: Pick<StreamLine, 'direction' | 'text'> & Partial<StreamLine>): void {
    const full = { id: this.nextId, at: Date.now(), sequence: null, isGap: false, ...line };
    this.nextId += 1;
    this.update({ lines: [full, ...this.view.lines].slice(0, maxLines) });
  }

  private update(change: Partial<SessionView>): void {
    this.view = { ...this.view, ...change };
    this.onChange(this.view);
  }
}
