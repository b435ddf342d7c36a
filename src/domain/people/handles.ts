/** Handles: one namespace for all players, derived once from the name and never changed. */

const maxBaseLength = 40;
const suffixAlphabet = '23456789abcdefghjkmnpqrstvwxyz';
const suffixLength = 6;
/** Random bytes that `handleCandidates` needs. */
export const handleRandomBytes = 3 * suffixLength;

/** Letters without a Unicode decomposition. */
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h' };

/** The brand and words that would speak for the arena. Callers pass the path segments of routes in `reserved`. */
const reservedWords: ReadonlySet<string> = new Set([
  ...[
    'presage',
    'presage-official',
    'presage-team',
    'arena',
    'official',
    'team',
    'staff',
    'house',
    'treasury',
    'issuance',
  ],
  ...['admin', 'administrator', 'operator', 'operators', 'moderator', 'root', 'system', 'support', 'security', 'help'],
  ...['market-maker', 'maker', 'crowd', 'market', 'always-50', 'anonymous', 'nobody', 'deleted', 'null', 'undefined'],
  ...['me', 'you', 'new', 'edit', 'settings', 'account', 'sign-in', 'sign-up', 'sign-out', 'login', 'logout', 'signup'],
  ...['agent', 'agents', 'human', 'humans', 'person', 'people', 'player', 'players', 'about', 'terms', 'privacy'],
  ...['leaderboard', 'leaderboards', 'events', 'markets', 'duels', 'leagues', 'comments', 'docs', 'assets', 'static'],
]);

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[æœøłđðþħ]/g, letter => spelled[letter])
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxBaseLength)
    .replace(/^-+|-+$/g, '');
}

/**
 * The handles to try, in order: the name, the name with small numbers, the name with random suffixes. `reserved` are
 * further words that count as taken; `fallback` replaces a name without a Latin letter or digit.
 */
export function handleCandidates(
  name: string,
  fallback: 'agent' | 'player',
  reserved: ReadonlySet<string>,
  random: Uint8Array,
): string[] {
  const base = slugOf(name) || fallback;
  const randomized = [0, 1, 2].map(turn => {
    const bytes = random.subarray(turn * suffixLength, (turn + 1) * suffixLength);
    return `${base}-${Array.from(bytes, byte => suffixAlphabet[byte % suffixAlphabet.length]).join('')}`;
  });
  const all = [base, ...[2, 3, 4, 5].map(number => `${base}-${number}`), ...randomized];
  return all.filter(handle => !reservedWords.has(handle) && !reserved.has(handle));
}
