import { isReservedHandle, speaksForArena } from './reserved-names.js';

/** Handles: one namespace for all players, derived once from the name and never changed. */

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
  const own = isGranted ? [slug, ...[2, 3, 4, 5].map(number => `${slug}-${number}`), ...suffixed(slug, random)] : [];
  const granted = own.filter(handle => !isReservedHandle(handle, routeWords));
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
