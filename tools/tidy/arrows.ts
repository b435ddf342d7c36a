import { isConfig, isModel, isTest } from './kinds.js';
import { type Link, type Module, resolveLink, type Target } from './modules.js';

interface Room {
  readonly name: string;
  readonly holds: (path: string) => boolean;
  /** The rooms it may import besides itself. */
  readonly may: readonly string[];
  /** The rooms whose types it may name while their code stays out of reach. */
  readonly mayName?: readonly string[];
  readonly packages: boolean;
  readonly node: boolean;
  /** Ends the sentence “not allowed because …”. */
  readonly because: string;
}

const under = (folder: string) => (path: string) => path.startsWith(folder);

const service = [
  'models',
  'domain',
  'store',
  'postgres',
  'operations',
  'streams',
  'connectors',
  'api',
  'contract',
  'mcp',
];

/**
 * server → mcp → contract → {api, streams} → operations → {domain, store}, and postgres → {domain, store}. Every room may
 * look down to the domain, and server may know the list of the command's variables. Connectors bring data in through operations, as handlers do. Of the first room that holds a
 * file its row counts, therefore tests and what is generated stand above the folders they lie in.
 */
const rooms: readonly Room[] = [
  {
    name: 'bench',
    holds: under('bench/'),
    may: [...service, 'server', 'generated types', 'client', 'tests', 'tools'],
    packages: true,
    node: true,
    because: 'benchmarks measure the service and the client, nothing else',
  },
  {
    name: 'tests',
    holds: path => isTest(path) || path.startsWith('test/'),
    may: [
      ...service,
      'server',
      'generated types',
      'client',
      'cli',
      'variables',
      'web',
      'examples',
      'tools',
      'settings',
    ],
    packages: true,
    node: true,
    because: 'tests may import anything except benchmarks',
  },
  {
    name: 'models',
    holds: isModel,
    may: ['domain'],
    packages: true,
    node: false,
    because: 'models of the domain know the domain only',
  },
  {
    name: 'settings',
    holds: isConfig,
    may: [],
    packages: true,
    node: true,
    because: 'a configuration file is read before the project is built',
  },
  {
    name: 'generated types',
    holds: path => path.startsWith('contract/') || /^(client|web)\/(.+\/)?generated\//.test(path),
    may: [],
    packages: false,
    node: false,
    because: 'the types of the contract stand alone',
  },
  {
    name: 'variables',
    holds: path => path === 'cli/config/variables.ts',
    may: [],
    packages: false,
    node: false,
    because:
      'the list of the variables of the command stands alone, so that the service can know it without the command',
  },
  {
    name: 'domain',
    holds: under('src/domain/'),
    may: [],
    packages: false,
    node: false,
    because: 'the domain is pure: it imports nothing outside itself',
  },
  {
    name: 'store',
    holds: path => /^src\/store\/[a-z-]*store\.ts$/.test(path),
    may: ['domain'],
    packages: false,
    node: false,
    because: 'the interface of the store knows the domain only',
  },
  {
    name: 'postgres',
    holds: under('src/store/postgres/'),
    may: ['domain', 'store'],
    packages: true,
    node: true,
    because: 'store/postgres knows the domain and the interface it implements',
  },
  {
    name: 'operations',
    holds: under('src/operations/'),
    may: ['domain', 'store'],
    packages: false,
    node: false,
    because: 'operations are pure besides the store: they import the domain and store.ts',
  },
  {
    name: 'connectors',
    holds: under('src/connectors/'),
    may: ['operations', 'domain', 'store'],
    packages: true,
    node: true,
    because: 'connectors bring data in through operations, the domain and store.ts',
  },
  {
    name: 'streams',
    holds: under('src/streams/'),
    may: ['operations', 'domain', 'store'],
    packages: true,
    node: true,
    because: 'streams import operations, the domain and store.ts',
  },
  {
    name: 'api',
    holds: under('src/api/'),
    may: ['operations', 'domain'],
    mayName: ['store'],
    packages: true,
    node: true,
    because: 'api imports operations, the domain and the types of store.ts',
  },
  {
    name: 'contract',
    holds: under('src/contract/'),
    may: ['api', 'streams', 'domain'],
    packages: true,
    node: true,
    because: 'contract walks the routes and channels: it imports api, streams and the domain',
  },
  {
    name: 'mcp',
    holds: under('src/mcp/'),
    may: ['contract', 'api', 'streams', 'domain'],
    packages: true,
    node: true,
    because: 'mcp serves routes: it imports contract, api, streams and the domain',
  },
  {
    name: 'server',
    holds: under('src/server/'),
    may: [...service, 'variables'],
    packages: true,
    node: true,
    because: 'server wires the rooms of src together and needs nothing beside them but the names of the variables',
  },
  {
    name: 'client',
    holds: under('client/'),
    may: ['generated types'],
    packages: true,
    node: false,
    because: 'client runs anywhere and knows the service only through the types of its contract',
  },
  {
    name: 'web',
    holds: under('web/'),
    may: ['generated types'],
    packages: true,
    node: false,
    because: 'web runs in browsers and knows the service only through the types of its contract',
  },
  {
    name: 'cli',
    holds: under('cli/'),
    may: ['client', 'generated types', 'variables', 'domain', 'operations'],
    packages: true,
    node: true,
    because: 'cli imports client and, for its local verbs, the domain and operations',
  },
  {
    name: 'examples',
    holds: under('examples/'),
    may: ['client'],
    packages: true,
    node: true,
    because: 'examples show what an agent can do with client alone',
  },
  {
    name: 'tools',
    holds: under('tools/'),
    may: [...service, 'server', 'generated types', 'client', 'cli'],
    packages: true,
    node: true,
    because: 'tools work on the service and must run without tests and benchmarks',
  },
];

const roomOf = (path: string): Room | undefined => rooms.find(room => room.holds(path));

function mayImport(room: Room, link: Link, target: Target): boolean {
  if (target.kind === 'package') return room.packages;
  if (target.kind === 'builtin') return room.node;
  if (target.kind === 'missing') return false;
  const other = roomOf(target.path);
  // Data such as package.json, pictures and styles belongs to no room and can't lead anywhere.
  if (!other) return !/\.[cm]?[jt]sx?$/.test(target.path);
  if (other === room || room.may.includes(other.name)) return true;
  return link.typeOnly && (room.mayName?.includes(other.name) ?? false);
}

function shown(target: Target, specifier: string): string {
  if (target.kind === 'file') return target.path;
  return target.kind === 'missing' ? specifier : target.name;
}

/** Imports that go against the table, and code that lies outside every room. */
export function forbiddenArrows(modules: readonly Module[], paths: ReadonlySet<string>): string[] {
  return modules.flatMap(module => {
    const room = roomOf(module.path);
    if (!room) return [`${module.path}: belongs to no room; give it one in tools/tidy/arrows.ts or move it`];
    const wrong = module.links.flatMap(link => {
      const target = resolveLink(module.path, link.specifier, paths);
      if (mayImport(room, link, target)) return [];
      const reason = target.kind === 'missing' ? 'the project has no such file' : room.because;
      return [`${module.path} → ${shown(target, link.specifier)}: not allowed because ${reason}`];
    });
    return [...new Set(wrong)];
  });
}
