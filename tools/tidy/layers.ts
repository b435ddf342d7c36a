import { isConfig, isModel, isTest } from './kinds.js';
import { type Link, type Module, resolveLink, type Target } from './modules.js';

interface Layer {
  readonly name: string;
  readonly holds: (path: string) => boolean;
  /** Layers it may import besides itself. */
  readonly may: readonly string[];
  /** Layers it may import types from, but no values. */
  readonly mayName?: readonly string[];
  readonly packages: boolean;
  readonly node: boolean;
  /** Completes the sentence “not allowed because …”. */
  readonly because: string;
}

const under = (folder: string) => (path: string) => path.startsWith(folder);

const service = [
  'models',
  'domain',
  'store interfaces',
  'cache',
  'store implementation',
  'operations',
  'http',
  'streams',
  'connectors',
  'api',
  'contract',
  'mcp',
];

/**
 * server → mcp → contract → {api, streams} → http → operations → {domain, store interfaces}; connectors → operations;
 * store implementation → {domain, store interfaces}. Every layer may import the domain. The first matching layer
 * decides, so tests and generated files precede the folders that contain them.
 */
const layers: readonly Layer[] = [
  {
    name: 'bench',
    holds: under('bench/'),
    may: [...service, 'server', 'generated types', 'client', 'tests', 'tools'],
    packages: true,
    node: true,
    because: 'benchmarks measure the service and the client',
  },
  {
    name: 'tests',
    holds: path => isTest(path) || path.startsWith('test/'),
    may: [...service, 'server', 'generated types', 'client', 'cli', 'web', 'examples', 'tools', 'settings'],
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
    because: 'reference models import the domain only',
  },
  {
    name: 'settings',
    holds: isConfig,
    may: [],
    packages: true,
    node: true,
    because: 'a configuration file is loaded before the project is built',
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
    name: 'domain',
    holds: under('src/domain/'),
    may: [],
    packages: false,
    node: false,
    because: 'the domain is pure: it imports nothing outside itself',
  },
  {
    name: 'store interfaces',
    // Everything else under src/store/ is implementation, so a feature's SQL can't be placed next to its interface.
    holds: path =>
      path === 'src/database/store.ts' || /^src\/store\/(?!(?:sql|postgres)\/)[^/]+\/[^/]+\.ts$/.test(path),
    may: ['domain'],
    packages: false,
    node: false,
    because: 'store interfaces import the domain only',
  },
  {
    name: 'store implementation',
    holds: under('src/store/'),
    may: ['domain', 'store interfaces', 'cache'],
    packages: true,
    node: true,
    because: 'the store implementation imports the domain and the interfaces it implements',
  },
  {
    name: 'cache',
    holds: under('src/operations/cache/'),
    may: [],
    packages: true,
    node: false,
    because: 'the cache kit serves every layer above the domain and imports nothing from them',
  },
  {
    name: 'operations',
    holds: under('src/operations/'),
    may: ['domain', 'store interfaces', 'cache'],
    packages: false,
    node: false,
    because: 'operations import the domain and the store interfaces, no packages and no I/O',
  },
  {
    name: 'connectors',
    holds: under('src/connectors/'),
    may: ['operations', 'domain', 'store interfaces', 'cache'],
    packages: true,
    node: true,
    because: 'connectors bring data in through operations, the domain and the store interfaces',
  },
  {
    name: 'http',
    holds: under('src/http/'),
    may: ['operations', 'domain', 'store interfaces', 'cache'],
    packages: true,
    node: true,
    because: 'http imports operations, the domain and the store interfaces',
  },
  {
    name: 'streams',
    holds: under('src/streams/'),
    may: ['http', 'operations', 'domain', 'store interfaces', 'cache'],
    packages: true,
    node: true,
    because: 'streams import http, operations, the domain and the store interfaces',
  },
  {
    name: 'api',
    holds: under('src/api/'),
    may: ['http', 'operations', 'domain', 'cache'],
    mayName: ['store interfaces'],
    packages: true,
    node: true,
    because: 'api imports http, operations, the domain and the types of the store interfaces',
  },
  {
    name: 'contract',
    holds: under('src/contract/'),
    may: ['api', 'streams', 'http', 'domain'],
    packages: true,
    node: true,
    because: 'contract describes routes and channels: it imports api, streams, http and the domain',
  },
  {
    name: 'mcp',
    holds: under('src/mcp/'),
    may: ['contract', 'api', 'streams', 'http', 'domain'],
    packages: true,
    node: true,
    because: 'mcp serves routes as tools: it imports contract, api, streams, http and the domain',
  },
  {
    name: 'server',
    holds: under('src/server/'),
    may: service,
    packages: true,
    node: true,
    because: 'server wires the layers of src together and imports nothing outside src',
  },
  {
    name: 'client',
    holds: under('client/'),
    may: ['generated types'],
    packages: true,
    node: false,
    because: 'client runs in any JavaScript runtime and knows the service only through the types of its contract',
  },
  {
    name: 'web',
    holds: under('web/'),
    may: ['client', 'generated types'],
    packages: true,
    node: false,
    because: 'web runs in browsers and knows the service only through the SDK and the types of its contract',
  },
  {
    name: 'cli',
    holds: under('cli/'),
    may: ['client', 'generated types', 'domain', 'operations', 'cache'],
    packages: true,
    node: true,
    because: 'cli imports client and, for its local commands, the domain and operations',
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
    because: 'tools must run without tests and benchmarks',
  },
];

const layerOf = (path: string): Layer | undefined => layers.find(layer => layer.holds(path));

function mayImport(layer: Layer, link: Link, target: Target): boolean {
  if (target.kind === 'package') return layer.packages;
  if (target.kind === 'builtin') return layer.node;
  if (target.kind === 'missing') return false;
  const other = layerOf(target.path);
  // Data such as package.json, images and styles belongs to no layer and imports nothing.
  if (!other) return !/\.[cm]?[jt]sx?$/.test(target.path);
  if (other === layer || layer.may.includes(other.name)) return true;
  return link.typeOnly && (layer.mayName?.includes(other.name) ?? false);
}

function shown(target: Target, specifier: string): string {
  if (target.kind === 'file') return target.path;
  return target.kind === 'missing' ? specifier : target.name;
}

/** Reports imports that the table does not allow, and code outside every layer. */
export function forbiddenImports(modules: readonly Module[], paths: ReadonlySet<string>): string[] {
  return modules.flatMap(module => {
    const layer = layerOf(module.path);
    if (!layer) return [`${module.path}: belongs to no layer; add one in tools/tidy/layers.ts or move the file`];
    const wrong = module.links.flatMap(link => {
      const target = resolveLink(module.path, link.specifier, paths);
      if (mayImport(layer, link, target)) return [];
      const reason = target.kind === 'missing' ? 'the project has no such file' : layer.because;
      return [`${module.path} → ${shown(target, link.specifier)}: not allowed because ${reason}`];
    });
    return [...new Set(wrong)];
  });
}
