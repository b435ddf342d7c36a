import type { Command } from 'commander';
import type { Perform } from '../arena/perform.js';
import { readRowBatches } from '../input/read-rows.js';
import { wholeNumber } from '../input/read-values.js';
import type { StandardStreams } from '../input/standard-streams.js';
import { UsageFailure } from '../output/command-failure.js';
import { list, table } from '../output/tables.js';

interface Run {
  readonly endedAt: string;
  readonly pages: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

interface Connector {
  readonly id: string;
  readonly format: string;
  readonly enabled: boolean;
  readonly intervalSeconds: number;
  readonly lastRunAt: string | null;
  readonly lastError: { readonly code: string } | null;
  readonly lastRun: Run | null;
}

interface PushReply {
  readonly results: readonly { readonly rowId: string; readonly result: string; readonly reason: string | null }[];
}

const path = (id: string, rest = '') => `/connectors/${encodeURIComponent(id)}${rest}`;

function showConnectors({ connectors }: { connectors: readonly Connector[] }): string {
  const heads = ['connector', 'format', 'state', 'every', 'last run', 'result'];
  const rows = connectors.map(({ id, format, enabled, intervalSeconds, lastRunAt, lastError }) => [
    id,
    format,
    enabled ? 'on' : 'off',
    `${intervalSeconds} s`,
    lastRunAt,
    lastRunAt === null ? null : (lastError?.code ?? 'ok'),
  ]);
  return table(heads, rows, 'No connectors.');
}

function showRun({ run }: { run: Run | null }): string {
  if (!run) return 'The run is still in progress; presage connector list shows its end.\n';
  const { pages, inserted, updated, unchanged, rejected, error } = run;
  return list([
    ...Object.entries({ pages, inserted, updated, unchanged, rejected }),
    ['error', error ? `${error.code}: ${error.message}` : 'none'],
  ]);
}

function readSettings(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageFailure('--settings must be a JSON object, such as {"intervalSeconds": 300}');
  }
}

function showPushed({ results }: PushReply): string {
  const counts = new Map<string, number>();
  for (const { result } of results) counts.set(result, (counts.get(result) ?? 0) + 1);
  const rejected = results.filter(({ reason }) => reason !== null).slice(0, 10);
  return list([...counts]) + rejected.map(({ rowId, reason }) => `${rowId}: ${reason}\n`).join('');
}

interface SetOptions {
  readonly off?: boolean;
  readonly format?: string;
  readonly name?: string;
  readonly settings: string;
}

function addSettings(connector: Command, perform: Perform): void {
  connector
    .command('list')
    .description('list data sources with their last run')
    .action(() => perform({ call: client => client.call('GET', '/connectors'), show: showConnectors }));
  connector
    .command('set')
    .argument('<id>', 'a format such as manifold, or an id that you choose with --format')
    .option('--off', 'store the settings and disable it; default: enable it')
    .option('--format <format>', 'file or push, for an id that you choose')
    .option('--name <name>', 'display name')
    .option('--settings <json>', 'settings as JSON; presage connector list --json has their schema', '{}')
    .description('replace the settings of a data source and enable or disable it')
    .action((id: string, { off = false, format, name, settings }: SetOptions) =>
      perform({
        call: client => client.call('PUT', path(id), { enabled: !off, format, name, settings: readSettings(settings) }),
        show: ({ connector: shown }: { connector: Connector }) => showConnectors({ connectors: [shown] }),
      }),
    );
}

function addRuns(connector: Command, perform: Perform, streams: StandardStreams): void {
  connector
    .command('run')
    .argument('<id>', 'the data source')
    .description('run a data source now; the exit code is 1 if it fails')
    .action((id: string) =>
      perform({
        call: client => client.call('POST', path(id, '/run')),
        show: showRun,
        succeeded: ({ run }: { run: Run | null }) => !run?.error,
      }),
    );
  connector
    .command('rejected')
    .argument('<id>', 'the data source')
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .description('list rejected rows with the reason')
    .action((id: string, { limit }: { limit: number }) =>
      perform({
        call: client => client.call('GET', path(id, `/rejected?limit=${limit}`)),
        show: ({ rows }: { rows: readonly { at: string; rowId: string | null; reason: string }[] }) =>
          table(
            ['at', 'row', 'reason'],
            rows.map(({ at, rowId, reason }) => [at, rowId, reason]),
            'No rows were rejected.',
          ),
      }),
    );
  connector
    .command('push')
    .argument('<id>', 'a data source with the push format')
    .argument('<file>', 'CSV with a header line, or JSON lines; - reads standard input')
    .description('push the rows of a file; the exit code is 1 if one was rejected')
    .action((id: string, file: string) =>
      perform({
        call: async client => {
          const results: PushReply['results'][number][] = [];
          for (const rows of await readRowBatches(file, streams)) {
            results.push(...((await client.call('POST', path(id, '/rows'), { rows })) as PushReply).results);
          }
          return { results };
        },
        show: showPushed,
        succeeded: ({ results }: PushReply) => results.every(({ result }) => result !== 'rejected'),
      }),
    );
}

interface Link {
  readonly id: string;
  readonly score: number;
  readonly status: string;
  readonly markets: readonly { readonly id: string; readonly source: string; readonly title: string }[];
}

function showLinks({ links }: { links: readonly Link[] }): string {
  const rows = links.flatMap(({ id, score, status, markets }) =>
    markets.map(({ id: marketId, source, title }, index) => [
      index === 0 ? id : '',
      index === 0 ? `${status} ${score.toFixed(2)}` : '',
      source,
      marketId,
      title,
    ]),
  );
  return table(['link', 'status', 'source', 'market', 'question'], rows, 'No links match.');
}

const showLink = ({ link }: { link: Link }) => showLinks({ links: [link] });

function addLinks(program: Command, perform: Perform): void {
  const link = program.command('link').description('manage links between the same question on several venues');
  link
    .command('list')
    .option('--status <status>', 'suggested, confirmed or rejected', 'suggested')
    .option('--limit <count>', 'maximum number, up to 100', wholeNumber(1, 100), 20)
    .description('list links, highest score first')
    .action(({ status, limit }: { status: string; limit: number }) => {
      const query = new URLSearchParams({ status, limit: String(limit) });
      return perform({ call: client => client.call('GET', `/links?${query}`), show: showLinks });
    });
  const verbs = [
    ['show', 'GET', undefined, 'show one link with both markets'],
    ['confirm', 'PUT', { confirmed: true }, 'confirm that both markets ask the same question'],
    ['unconfirm', 'PUT', { confirmed: false }, 'turn a link back into a suggestion'],
    ['reject', 'DELETE', undefined, 'reject a link; the pair is not suggested again'],
  ] as const;
  for (const [verb, method, body, description] of verbs) {
    link
      .command(verb)
      .argument('<id>', 'id of the link, from presage link list')
      .description(description)
      .action((id: string) =>
        perform({ call: client => client.call(method, `/links/${encodeURIComponent(id)}`, body), show: showLink }),
      );
  }
  link
    .command('add')
    .argument('<first>', 'id of a market in the venue feed')
    .argument('<second>', 'id of a market of another source')
    .description('link two markets without a suggestion')
    .action((first: string, second: string) =>
      perform({ call: client => client.call('POST', '/links', { marketIds: [first, second] }), show: showLink }),
    );
}

export function addConnectorCommands(program: Command, perform: Perform, streams: StandardStreams): void {
  const connector = program.command('connector').description('manage external data sources: settings, runs and rows');
  addSettings(connector, perform);
  addRuns(connector, perform, streams);
  addLinks(program, perform);
}
