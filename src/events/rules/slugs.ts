// Slugs: the names of events in URLs.

const slugShape = /^[a-z0-9-]{3,80}$/;
const maxDerivedLength = 60;

/** Words that routes use, or may use, in place of a slug. The path segments of current routes are reserved too. */
const reservedWords: ReadonlySet<string> = new Set([
  ...['all', 'new', 'top', 'health', 'snapshot', 'snapshots', 'health-snapshots', 'bot-snapshot', 'policy', 'requests'],
  ...['search', 'events', 'markets', 'categories', 'orderbook', 'activity', 'trades', 'candles', 'history', 'presage'],
]);

/** Letters without a Unicode decomposition. */
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss' };

/** The problem of a chosen slug, or null. */
export function slugProblem(slug: string, routeWords: ReadonlySet<string>): string | null {
  if (!slugShape.test(slug)) return 'must be 3 to 80 lower-case letters, digits and hyphens';
  if (!/[a-z0-9]/.test(slug)) return 'must contain a letter or a digit';
  return reservedWords.has(slug) || routeWords.has(slug) ? 'is a reserved word' : null;
}

/** Truncates a slug, if possible at the end of a word. */
function shortened(text: string): string {
  if (text.length <= maxDerivedLength) return text;
  const cut = text.slice(0, maxDerivedLength + 1);
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > maxDerivedLength / 2 ? end : maxDerivedLength);
}

/** The slugs to try for a title, in order: the title, the title with small numbers, the title with the end of the event's id. */
export function slugCandidates(title: string, eventId: string, routeWords: ReadonlySet<string>): string[] {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðþß]/g, letter => spelled[letter])
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const base = shortened(plain).replace(/-+$/, '') || 'event';
  const all = [base, ...[2, 3, 4, 5].map(number => `${base}-${number}`), `${base}-${eventId.slice(-8)}`];
  return all.filter(slug => slugProblem(slug, routeWords) === null);
}
