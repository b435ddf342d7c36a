/** Slugs: the short names of events in addresses. */

const slugShape = /^[a-z0-9-]{3,80}$/;
const maxDerivedLength = 60;

/** Words that stand, or may come to stand, where a slug does in an address. Words of routes are reserved too. */
const reservedWords: ReadonlySet<string> = new Set([
  ...['all', 'new', 'top', 'health', 'snapshot', 'snapshots', 'health-snapshots', 'bot-snapshot', 'policy', 'requests'],
  ...['search', 'events', 'markets', 'categories', 'orderbook', 'activity', 'trades', 'candles', 'history', 'presage'],
]);

/** Letters that Unicode does not take apart but that readers do. */
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss' };

/** What is wrong with a slug that somebody chose; null where nothing is. */
export function slugProblem(slug: string, routeWords: ReadonlySet<string>): string | null {
  if (!slugShape.test(slug)) return 'must be 3 to 80 lower-case letters, digits and hyphens';
  if (!/[a-z0-9]/.test(slug)) return 'must contain a letter or a digit';
  return reservedWords.has(slug) || routeWords.has(slug) ? 'is a reserved word' : null;
}

/** Cut at a word's end where one is near. */
function shortened(text: string): string {
  if (text.length <= maxDerivedLength) return text;
  const cut = text.slice(0, maxDerivedLength + 1);
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > maxDerivedLength / 2 ? end : maxDerivedLength);
}

/**
 * The slugs to try for a title, in order: the title itself, a few small numbers, then one that holds the tail of the
 * event's id, which is nobody else's.
 */
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
