import { createClient, NoAnswer, type PresageClient, PresageError, UnknownOutcome } from '../client/client.js';
import { CallFailed } from './operator-client.js';
import { type ArenaSettings, readSettings, writeSettings } from './settings.js';

/** An arena as commands of players and people see it. */
export interface Arena {
  readonly url: string;
  readonly client: PresageClient;
  /** Without the agent's key: what people do for themselves takes a session and no key. */
  readonly people: PresageClient;
  /** With the agent's key, below a path of the arena. */
  under(path: string): PresageClient;
  readonly settings: ArenaSettings;
  /** The cookie of the person who is signed in, as a header. */
  cookie(): { cookie: string };
  /** Adds to what is remembered; returns the file. */
  remember(more: Partial<ArenaSettings>): string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function openArena(environment: Environment, url: string): Arena {
  const settings = readSettings(environment, url);
  const agentKey = environment.PRESAGE_AGENT_KEY || settings.agentKey;
  const under = (path: string) =>
    createClient({ baseUrl: `${url}${path}`, ...(agentKey === undefined ? {} : { agentKey }) });
  return {
    url,
    client: under(''),
    under,
    people: createClient({ baseUrl: url }),
    settings,
    cookie() {
      if (settings.session === undefined) throw new CallFailed('nobody is signed in; run presage login');
      return { cookie: settings.session };
    },
    remember: more => writeSettings(environment, url, { ...readSettings(environment, url), ...more }),
  };
}

/** What went wrong, for people, ending with what to do. */
export function explained(error: unknown, url: string): CallFailed | null {
  if (error instanceof PresageError) {
    const needsKey = error.status === 401 ? 'Make a key with presage agent new, or set PRESAGE_AGENT_KEY.' : '';
    const lines = [`${error.message} (${error.code})`, needsKey || (error.remediation ?? '')];
    return new CallFailed([...lines, error.requestId ? `request ${error.requestId}` : ''].filter(Boolean).join('\n'));
  }
  if (error instanceof NoAnswer)
    return new CallFailed(`nobody answers at ${url}; start the service, or set PRESAGE_URL`);
  if (error instanceof UnknownOutcome) {
    return new CallFailed(
      `${error.message}\nSend it again with --id ${error.clientId ?? '…'}: the same id never acts twice.`,
    );
  }
  return null;
}

/** What a command does in an arena, and how the result is shown to people. */
interface ArenaTask<Reply> {
  readonly call: (arena: Arena) => Promise<Reply>;
  readonly show: (reply: Reply, arena: Arena) => string;
}

export type InArena = <Reply>(task: ArenaTask<Reply>) => Promise<void>;
