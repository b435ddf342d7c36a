// Matches the names that different sources use for one team.

/** Splits a name into comparable words. */
export function teamWords(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðþßı]/g, letter => spelled[letter])
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const words = plain.split(' ');
  const coreWords = words.filter(word => !affixes.has(word));
  // A club's name may consist only of affixes, such as "Club de Foot".
  const used = coreWords.length > 0 ? coreWords : words;
  const whole = used.flatMap(word => (synonyms.get(word) ?? word).split(' ')).filter(word => word !== '');
  return [...new Set(whole.length > 0 ? whole : used)].sort();
}

/** Letters without a Unicode decomposition. */
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i' };

/** Words that may be omitted from club names. */
const affixes: ReadonlySet<string> = new Set([
  ...['fc', 'afc', 'cf', 'sc', 'ac', 'as', 'ssc', 'ss', 'us', 'rc', 'rcd', 'cd', 'ud', 'sd', 'ca', 'vfb', 'vfl', 'tsg'],
  ...['sv', 'fsv', 'bsc', 'ogc', 'losc', 'club', 'de', 'the', 'and', 'calcio', 'team', '1'],
]);

/** Abbreviations and variants of words in team names. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['la', 'los angeles'],
  ['ny', 'new york'],
  ['man', 'manchester'],
  ['utd', 'united'],
  ['saint', 'st'],
  ['state', 'st'],
  ['munchen', 'munich'],
  ['koln', 'cologne'],
  ['internazionale', 'inter'],
  ['wolverhampton', 'wolves'],
  ['wanderers', ''],
  ['spurs', 'tottenham'],
  ['hotspur', ''],
]);

/** 2: the same words. 1: one name has all words of the other ("Tottenham", "Tottenham Hotspur"). 0: different teams. */
export function nameLikeness(a: readonly string[], b: readonly string[]): 0 | 1 | 2 {
  if (a.length === 0 || b.length === 0) return 0;
  if (a.length === b.length) return isSubset(a, b) ? 2 : 0;
  return isSubset(a, b) || isSubset(b, a) ? 1 : 0;
}

function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every(word => whole.includes(word));
}
