// Handles: one namespace for all players, derived once from the name and never changed.

const maxBaseLength = 40;
const suffixAlphabet = '23456789abcdefghjkmnpqrstvwxyz';
const suffixLength = 6;
/** The number of random bytes that `handleCandidates` needs. */
export const handleRandomBytes = 3 * suffixLength;

/** Letters without a Unicode decomposition. */
const spelled: Record<string, string> = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h' };

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
 * The handles to try, in order: the name, the name with small numbers, the name with random suffixes. A name whose slug
 * is reserved, or which has no Latin letter or digit, gets `fallback` with random suffixes: a suffix must not turn a
 * reserved word into one that is granted. `routeWords` are the path segments of routes.
 */
export function handleCandidates(
  name: string,
  fallback: 'agent' | 'player',
  routeWords: ReadonlySet<string>,
  random: Uint8Array,
): string[] {
  const slug = slugOf(name);
  const isGranted = slug !== '' && !speaksForArena(name);
  const candidates = isGranted
    ? [slug, ...[2, 3, 4, 5].map(number => `${slug}-${number}`), ...suffixed(slug, random)]
    : [];
  const granted = candidates.filter(handle => !isReservedHandle(handle, routeWords));
  return granted.length > 0 && !isReservedHandle(slug, routeWords) ? granted : suffixed(fallback, random);
}

function suffixed(base: string, random: Uint8Array): string[] {
  return [0, 1, 2].map(
    turn => `${base}-${randomSuffix(random.subarray(turn * suffixLength, (turn + 1) * suffixLength))}`,
  );
}

/** The number of random bytes that `deletedHandle` needs. */
export const deletedRandomBytes = 8;

/** The handle and name of a deleted player. Reveals nothing about the former ones. */
export function deletedHandle(random: Uint8Array): string {
  return `deleted-${randomSuffix(random.subarray(0, deletedRandomBytes))}`;
}

function randomSuffix(bytes: Uint8Array): string {
  return Array.from(bytes, byte => suffixAlphabet[byte % suffixAlphabet.length]).join('');
}

// Names and handles that imply authority, in any spelling.

const brand = 'presage';

/** Reserved alone, with a number and in combinations. */
const authorityWords: readonly string[] = [
  ...['arena', 'official', 'team', 'staff', 'house', 'treasury', 'issuance', 'admin', 'administrator'],
  ...['operator', 'operators', 'moderator', 'moderators', 'root', 'system', 'support', 'security', 'help', 'helpdesk'],
  ...['maker', 'market', 'marketmaker', 'crowd', 'always', 'anonymous', 'nobody', 'deleted', 'null', 'undefined'],
];

/** Reserved as handles, because a path of the web or of the API may use them; they imply no authority. */
const pathWords: ReadonlySet<string> = new Set([
  ...['me', 'you', 'new', 'edit', 'settings', 'account', 'sign-in', 'sign-up', 'sign-out', 'login', 'logout', 'signup'],
  ...['agent', 'agents', 'human', 'humans', 'person', 'people', 'player', 'players', 'about', 'terms', 'privacy'],
  ...['leaderboard', 'leaderboards', 'events', 'markets', 'duels', 'leagues', 'comments', 'docs', 'assets', 'static'],
]);

type Letters = Readonly<Record<string, string>>;

function byLookAlike(letters: Letters): ReadonlyMap<string, string> {
  return new Map(Object.entries(letters).flatMap(([latin, others]) => Array.from(others, other => [other, latin])));
}

/** Cyrillic, Greek and other letters that look like Latin ones in common fonts. Capitals often look like another letter. */
const capitals = byLookAlike({ a: 'АΑ', b: 'ВΒ', c: 'СϹ', e: 'ЕΕ', h: 'НΗ', i: 'ІΙӀ', j: 'Ј', k: 'КΚ', m: 'МΜ' });
const moreCapitals = byLookAlike({ n: 'Ν', o: 'ОΟ', p: 'РΡ', s: 'Ѕ', t: 'ТΤ', x: 'ХΧ', y: 'УΥ', z: 'Ζ' });
const smallLetters = byLookAlike({ a: 'аαɑ', b: 'ьβв', c: 'сϲ', d: 'ԁ', e: 'еєεҽ', g: 'ɡց', h: 'һн', i: 'іιıӏ' });
const moreSmallLetters = byLookAlike({
  j: 'ј',
  k: 'кκ',
  m: 'м',
  n: 'пηո',
  o: 'оοσօ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕ',
});
const lastSmallLetters = byLookAlike({ t: 'тτ', u: 'υսц', v: 'ѵν', w: 'ԝω', x: 'хχ', y: 'уγ', z: 'ᴢζ' });
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...[...capitals, ...moreCapitals],
  ...[...smallLetters, ...moreSmallLetters, ...lastSmallLetters],
]);

/** Digits and symbols that stand for letters. */
const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '|': 'i',
  '!': 'i',
  $: 's',
  '@': 'a',
};

/** Capital I and small l look alike, so both fold to i. */
const joinLetters = (word: string) => word.replaceAll('l', 'i').replaceAll('rn', 'm').replaceAll('vv', 'w');

function latinLetters(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(bare, letter => lookAlikes.get(letter) ?? letter.toLowerCase()).join('');
}

const fromLeet = (text: string) => text.replace(/[013457|!$@]/g, letter => leet[letter]);

const authority: ReadonlySet<string> = new Set(authorityWords.map(joinLetters));

/** A number after a word makes no difference, whether it is read as digits or as letters. */
function isAuthority(word: string): boolean {
  const withoutNumber = word.replace(/[0-9]+$/, '');
  return [withoutNumber, word].some(form => authority.has(joinLetters(fromLeet(form))));
}

/**
 * Whether a name or handle contains the brand, consists of words reserved for the arena, or looks like the handle of a
 * deleted player. Spaces, punctuation, numbers, look-alike letters and digits for letters make no difference.
 */
export function speaksForArena(text: string): boolean {
  const plain = latinLetters(text);
  if (
    fromLeet(plain)
      .replace(/[^a-z]/g, '')
      .includes(brand)
  )
    return true;
  const words = plain.split(/[^a-z0-9|!$@]+/).filter(word => word !== '');
  if (words[0] === 'deleted') return true;
  return words.some(isAuthority) && words.every(word => isAuthority(word) || /^[0-9]+$/.test(word));
}

/** `routeWords`: the path segments of routes. A reserved word stays reserved with a number after it. */
function isReservedHandle(handle: string, routeWords: ReadonlySet<string>): boolean {
  if (speaksForArena(handle) || pathWords.has(handle)) return true;
  return routeWords.has(handle) || routeWords.has(handle.replace(/-[0-9]+$/, ''));
}
