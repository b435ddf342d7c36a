import type { Command } from 'commander';
import type { PresageClient, StreamConnection } from '../../client/client.js';
import type { InArena } from '../arena/arena.js';
import { outcomeIndexOf } from '../arena/resolve-outcome.js';
import { seconds, wholeNumber } from '../input/read-values.js';
import { formatJson } from '../output/json-output.js';
import { adviceOnEvents } from '../output/refusal.js';
import { type MarketMessage, MarketView } from '../output/watch-view.js';

interface WatchOptions {
  readonly outcome: string;
  readonly depth: number;
  readonly for?: number;
  readonly count?: number;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

interface WatchContext {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** The terminal behind standard output; null if that is a file or a pipe. */
  readonly screen: () => Screen | null;
  readonly options: { isJson(): boolean; isBps(): boolean; jsonFields(): readonly string[] | null };
  /** Returns a signal that aborts when the command must end. */
  readonly interrupted: () => AbortSignal;
}

/** Renders messages and connection changes. */
interface Output {
  message(message: MarketMessage): void;
  connection(channel: string, connection: StreamConnection): void;
  end(): void;
}

const lostLine = ({ reason, retryMs }: Extract<StreamConnection, { open: false }>) =>
  `${reason}; reconnecting in ${(retryMs / 1000).toFixed(1)} s`;

/** Writes each message as a line of JSON. Connection changes go to standard error. */
function jsonOutput({ write, writeError, options }: WatchContext): Output {
  return {
    message: message => write(formatJson(message, options.jsonFields(), { indent: 0 })),
    connection: (channel, connection) => {
      if (!connection.open) writeError(`presage: ${channel}: ${lostLine(connection)}\n`);
    },
    end: () => {},
  };
}

/** Writes a line of text for each change. */
function lineOutput({ write }: WatchContext, view: MarketView): Output {
  const printLine = (line: string) => write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
  let live = false;
  return {
    message(message) {
      const line = view.apply(message);
      if (line !== null) printLine(line);
    },
    connection(channel, connection) {
      view.connect(channel, connection);
      if (!connection.open) printLine(`lost    ${channel}: ${lostLine(connection)}`);
      const isLive = view.connectionLine() === '● live';
      if (isLive && !live) {
        printLine('live');
        printLine(view.pricesLine());
      }
      live = isLive;
    },
    end: () => {},
  };
}

const frameIntervalMs = 100;
const enterAlternateScreen = '\u001b[?1049h\u001b[?25l';
const leaveAlternateScreen = '\u001b[?25h\u001b[?1049l';

/** Redraws the view in place on the alternate screen and leaves the last frame on the normal one. */
function screenOutput({ write, screen }: WatchContext, view: MarketView): Output {
  let timer: NodeJS.Timeout | null = null;
  const frame = () => {
    const { columns, rows } = screen() ?? { columns: 80, rows: 24 };
    return view.draw({ columns, rows: rows - 1 });
  };
  const draw = () => {
    timer = null;
    write(
      `\u001b[H${frame()
        .map(line => `${line}\u001b[K\n`)
        .join('')}\u001b[J`,
    );
  };
  const scheduleDraw = () => {
    timer ??= setTimeout(draw, frameIntervalMs);
  };
  write(enterAlternateScreen);
  draw();
  return {
    message(message) {
      view.apply(message);
      scheduleDraw();
    },
    connection(channel, connection) {
      view.connect(channel, connection);
      scheduleDraw();
    },
    end() {
      if (timer) clearTimeout(timer);
      write(`${leaveAlternateScreen}${frame().join('\n')}\n`);
    },
  };
}

interface FollowOptions {
  readonly client: PresageClient;
  readonly slug: string;
  readonly options: WatchOptions;
  readonly output: Output;
  readonly stop: AbortController;
  readonly onOpen: () => void;
}

/** Follows both channels; the end or failure of one ends the other. */
async function follow({ client, slug: key, options, output, stop, onOpen }: FollowOptions): Promise<void> {
  const { signal } = stop;
  let remaining = options.count ?? Number.POSITIVE_INFINITY;
  let opened = false;
  const run = async (channel: 'trades' | 'orderbook') => {
    const onConnection = (connection: StreamConnection) => {
      output.connection(channel, connection);
      if (channel !== 'trades' || !connection.open || opened) return;
      opened = true;
      onOpen();
    };
    const query = channel === 'orderbook' ? { depth: options.depth } : {};
    for await (const message of client.stream({ channel, key, query, signal, onConnection })) {
      if (remaining > 0) output.message(message);
      remaining -= 1;
      if (remaining <= 0) stop.abort();
    }
  };
  await Promise.all(
    (['trades', 'orderbook'] as const).map(channel =>
      run(channel).catch(error => {
        stop.abort();
        throw error;
      }),
    ),
  );
}

async function watch(client: PresageClient, slug: string, options: WatchOptions, context: WatchContext): Promise<void> {
  const { event } = await client.event(slug);
  const outcome = outcomeIndexOf(event, options.outcome);
  const view = new MarketView(event, { outcome, depth: options.depth, isBps: context.options.isBps() });
  const stop = new AbortController();
  const interrupted = context.interrupted();
  const end = () => stop.abort();
  interrupted.addEventListener('abort', end, { once: true });
  const timer = options.for === undefined ? undefined : setTimeout(end, options.for * 1000);
  const isJson = context.options.isJson();
  const onScreen = !isJson && context.screen() !== null;
  const output = isJson ? jsonOutput(context) : (onScreen ? screenOutput : lineOutput)(context, view);
  /** Fetches past trades after the stream is open, so that none is missed in between. */
  const onOpen = () => {
    if (!onScreen) return;
    client.call('listTrades', { params: { slug }, query: { limit: 8 }, signal: stop.signal }).then(
      ({ trades }) => view.addTrades(trades),
      () => {},
    );
  };
  try {
    await follow({ client, slug, options, output, stop, onOpen });
  } finally {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', end);
    output.end();
  }
}

const help = `
On a terminal the display updates in place: prices, the book of one outcome, the newest trades and the state of the connection.
In a file or a pipe, every change is a line; with --json, every message of the trades and orderbook streams. The command
reconnects whenever the connection is lost, including while the service restarts.
`;

export function addWatchCommand(program: Command, inArena: InArena, context: WatchContext): void {
  program
    .command('watch')
    .argument('<slug>', 'slug of the event, from presage markets')
    .description('follow a market live, until Ctrl-C')
    .option('--outcome <outcome>', 'outcome whose book to show: label or index, from presage market', '0')
    .option('--depth <levels>', 'book levels per side; 1 to 200', wholeNumber(1, 200), 5)
    .option('--for <seconds>', 'stop after this time, at most a week', seconds)
    .option('--count <messages>', 'stop after this many messages', wholeNumber(1, 1_000_000_000))
    .addHelpText('after', help)
    .action((slug: string, options: WatchOptions) =>
      inArena<undefined>({
        call: async ({ client }) => {
          await watch(client, slug, options, context);
          return undefined;
        },
        show: () => '',
        advice: { 404: adviceOnEvents },
      }),
    );
}
