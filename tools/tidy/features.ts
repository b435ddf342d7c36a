/** A feature has the same folder name on every layer. An unknown folder name fails, so this table is the vocabulary. */
interface Feature {
  readonly about: string;
  /** Folders allowed below the feature's folder on any layer, as paths from it. */
  readonly folders?: readonly string[];
}

export const features: Readonly<Record<string, Feature>> = {
  exchange: {
    about: 'engine, ledger, accounts, grants, orders, positions, trading pause, audit, the write desk, live books',
    folders: ['engine', 'engine/testing', 'ledger', 'desk', 'live', 'testing', 'postgres/compact'],
  },
  markets: {
    about: 'events and their lifecycle, from creation to settlement; the operator’s routes for them',
    folders: ['testing'],
  },
  'market-data': {
    about: 'discovery lists, snapshots, books, candles, trades, health, quant, strategies',
    folders: ['events', 'books', 'snapshots', 'quant'],
  },
  forecasts: { about: 'recording forecasts' },
  scoring: { about: 'scores and leaderboards', folders: ['intervals', 'testing'] },
  record: { about: 'export and verification of the public record', folders: ['testing'] },
  people: { about: 'persons, sessions, roles, agents, keys, plans', folders: ['confirmations', 'passkeys'] },
  certification: { about: 'certification runs of agents', folders: ['fault-injection', 'testing'] },
  practice: { about: 'the rolling series of practice events' },
  search: { about: 'search over events and documentation' },
  streams: { about: 'subscriptions, sequences and replay of live messages' },
  developer: { about: 'diagnostics and a caller’s own requests' },
  discovery: { about: 'agent card, access, manifest' },
  service: { about: 'status, health, contract documents' },
  sports: { about: 'the sports section of order books and prices' },
  aggregator: { about: 'the market feed for odds-comparison and routing partners' },
  intelligence: { about: 'market intelligence and its history' },
  'market-requests': { about: 'requests for new markets' },
  'country-access': { about: 'the international access report' },
  'retired-endpoints': { about: 'signed-order and cash endpoints that play-only mode does not offer' },
  comments: { about: 'comments on events' },
  duels: { about: 'contests between two players' },
  leagues: { about: 'contests within a group' },
  follows: { about: 'who follows whom' },
  notifications: { about: 'messages to people' },
  moderation: { about: 'reports and decisions about content' },
  console: { about: 'the operators’ inbox, players, audit trail and rate-limit overview' },
  connectors: { about: 'settings, runs and rejected rows of data sources outside the arena' },
  web: { about: 'the pages for people, with their files' },
  demo: { about: 'the demonstration arena: plan and content', folders: ['events'] },
};

/** Folders of a layer that belong to no feature. */
export const specialFolders: Readonly<Record<string, string>> = {
  'src/store/sql': 'pool, store, change notifications',
  'src/store/sql/backup': 'backups of the whole database in a folder',
  'src/store/sql/driver': 'statements, parameters and rows over pg',
  'src/store/sql/connections': 'supervised connections and transactions',
  'src/store/sql/schema': 'the schema',
  'src/store/arena': 'arena-wide settings',
  'src/operations/cache': 'the cache kit',
};

const featureLayers = ['src/domain', 'src/operations', 'src/store', 'src/api'];

function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 3; depth < parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders].sort();
}

function problemOf(folder: string): string | null {
  if (folder in specialFolders) return null;
  const [src, layer, name, ...rest] = folder.split('/');
  const isKnown = Object.hasOwn(features, name) || `${src}/${layer}/${name}` in specialFolders;
  if (!isKnown) {
    // Sub-folders of an unknown folder are reported through it.
    return rest.length > 0 ? null : `${name} is not a feature; known: ${Object.keys(features).join(', ')}`;
  }
  const below = rest.join('/');
  const allowed = [...(features[name]?.folders ?? []), ...(layer === 'store' ? ['postgres'] : [])];
  if (below === '' || allowed.includes(below)) return null;
  return `${name} may not contain ${below}; allowed: ${allowed.join(', ') || 'no folders'}`;
}

/** Reports folders of the feature layers that are neither a feature, nor one of its allowed folders, nor special. */
export function unknownFolders(paths: readonly string[]): string[] {
  return foldersOf(paths.filter(path => featureLayers.some(layer => path.startsWith(`${layer}/`))))
    .map(folder => ({ folder, problem: problemOf(folder) }))
    .filter(({ problem }) => problem !== null)
    .map(({ folder, problem }) => `${folder}/: ${problem} (see tools/tidy/features.ts)`);
}
