import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { RequestLogs } from '../../../client/client.js';
import type { InArena } from '../../arena/arena.js';
import { seconds, wholeNumber } from '../../input/read-values.js';
import { formatJson } from '../../output/json-output.js';
import { styled } from '../../output/style.js';
import { table } from '../../output/tables.js';

type LoggedRequest = RequestLogs['requests'][number];

interface LogsContext {
  readonly write: (text: string) => void;
  readonly interrupted: () => AbortSignal;
  readonly options: { isJson(): boolean; jsonFields(): readonly string[] | null };
}

interface LogOptions {
  readonly result: 'all' | 'failed';
  readonly operation?: string;
}

const cells = ({ at, method, path, status, code, milliseconds, requestId }: LoggedRequest) => [
  at.slice(0, 23),
  method,
  path,
  status,
  code,
  Math.round(milliseconds),
  requestId,
];

function lineOf(request: LoggedRequest): string {
  const { at, method, path, status, code, milliseconds, requestId } = request;
  const state = styled(status < 400 ? 'good' : 'bad', `${status}${code === null ? '' : ` ${code}`}`);
  return `${at.slice(11, 23)}  ${state}  ${method} ${path}  ${Math.round(milliseconds)} ms  ${requestId}\n`;
}

function addFilters(command: Command): Command {
  return command
    .addOption(
      new Option('--result <result>', 'all requests, or only failed ones').choices(['all', 'failed']).default('all'),
    )
    .option('--operation <id>', 'only requests of one operation, such as placeOrder');
}

const queryOf = ({ result, operation }: LogOptions) => ({ result, operationId: operation });
/** Excludes the log entries caused by following the log. */
const isOwnRead = ({ operationId }: LoggedRequest) => operationId === 'listRequestLogs';

interface TailOptions extends LogOptions {
  readonly every: number;
  readonly for?: number;
}

/** The redacted log of the player's own requests. */
export function addLogsCommands(program: Command, inArena: InArena, context: LogsContext): void {
  const logs = program.command('logs').description('your request log of the arena, without contents');
  addFilters(logs.command('list'))
    .description('list the newest requests')
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action(({ limit, ...options }: LogOptions & { limit: number }) =>
      inArena({
        call: ({ client }) => client.call('listRequestLogs', { query: { ...queryOf(options), limit } }),
        show: ({ requests }) =>
          table(
            ['at', 'method', 'path', 'status', 'code', 'ms', 'request'],
            requests.map(cells),
            'No requests are recorded. presage account makes one.',
          ),
      }),
    );
  addFilters(logs.command('tail'))
    .description('follow the log until Ctrl-C; each poll is one read')
    .option('--every <seconds>', 'polling interval in seconds, 2 to 60', wholeNumber(2, 60), 5)
    .option('--for <seconds>', 'stop after this time', seconds)
    .action(({ every, for: forSeconds, ...options }: TailOptions) =>
      inArena<undefined>({
        call: async ({ client }) => {
          const interrupted = context.interrupted();
          const limited = forSeconds === undefined ? null : AbortSignal.timeout(forSeconds * 1000);
          const signal = limited ? AbortSignal.any([interrupted, limited]) : interrupted;
          const seen = new Set<string>();
          while (!signal.aborted) {
            const { requests } = await client.call('listRequestLogs', { query: { ...queryOf(options), limit: 100 } });
            for (const request of requests.toReversed()) {
              if (seen.has(request.requestId) || isOwnRead(request)) continue;
              seen.add(request.requestId);
              const isJson = context.options.isJson();
              context.write(
                isJson ? formatJson(request, context.options.jsonFields(), { indent: 0 }) : lineOf(request),
              );
            }
            await sleep(every * 1000, undefined, { signal }).catch(() => {});
          }
          return undefined;
        },
        show: () => '',
      }),
    );
}
