import { commonPasswords, commonWords } from './common-passwords.js';

/** More guesses than an online attacker can make, and few enough for any three ordinary words to pass. */
const minPasswordBits = 30;

/** The rank of a common word in a cracker's dictionary. */
const wordBits = 9;
/** The bits of a character that continues a repetition, a sequence or a keyboard row. */
const expectedBits = 1;

const keyboardRows = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', 'azertyuiop', 'qwertzuiop'];

const letterOf: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Letters for the digits and symbols that commonly replace them. Each character stays one character. */
function withoutLeet(text: string): string {
  return text.replace(/[013457@$!]/g, sign => letterOf[sign]);
}

/** The bits of an unpredictable character, by the size of its character set. */
function freshBits(character: string): number {
  if (/[0-9]/.test(character)) return 3.3;
  if (/[a-z]/.test(character)) return 4.7;
  if (/[A-Z]/.test(character)) return 5.2;
  return /[\x20-\x7e]/.test(character) ? 5 : 9;
}

function areNeighbours(one: string, other: string): boolean {
  return keyboardRows.some(row => {
    const [a, b] = [row.indexOf(one), row.indexOf(other)];
    return a >= 0 && b >= 0 && Math.abs(a - b) <= 1;
  });
}

/** Whether the character at `at` is predictable from those before it. */
function isExpected(text: readonly string[], at: number): boolean {
  if (at === 0) return false;
  const [before, here] = [text[at - 1], text[at]];
  const step = (here.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 2 || areNeighbours(before, here)) return true;
  // The same pair occurs earlier, so this is part of a repetition.
  for (let k = 1; k < at; k += 1) if (text[k - 1] === before && text[k] === here) return true;
  return false;
}

/** The length of the longest word at this position, or 0. */
function wordLengthAt(plain: string, unleeted: string, at: number, words: readonly string[]): number {
  let longest = 0;
  for (const word of words) {
    if (word.length > longest && (plain.startsWith(word, at) || unleeted.startsWith(word, at))) longest = word.length;
  }
  return longest;
}

/**
 * Estimates the bits that a password cracker has to search: common words count as one choice, repetitions, sequences
 * and keyboard rows for almost nothing, every other character by its character set.
 */
function estimateBits(password: string, words: readonly string[]): number {
  const characters = [...password];
  const lower = characters.map(character => character.toLowerCase());
  const plain = lower.map(character => (character.length === 1 ? character : ' ')).join('');
  const unleeted = withoutLeet(plain);
  let bits = 0;
  for (let at = 0; at < characters.length; ) {
    const word = wordLengthAt(plain, unleeted, at, words);
    if (word > 0) {
      const isRepeated = plain.indexOf(plain.slice(at, at + word)) < at;
      bits += isRepeated ? expectedBits : wordBits;
      at += word;
      continue;
    }
    bits += isExpected(lower, at) ? expectedBits : freshBits(characters[at]);
    at += 1;
  }
  return bits;
}

/** Why a password is too easy to guess, as the end of a sentence that begins with the field; null if it is not. */
export function passwordWeakness(password: string, holderWords: readonly string[]): string | null {
  const plain = password.toLowerCase();
  const joined = plain.replace(/[\s._-]+/g, '');
  const forms = [plain, joined, withoutLeet(plain), withoutLeet(joined)];
  if (forms.some(form => commonPasswords.has(form))) return 'is too common: it is on lists of leaked passwords';
  const words = [...commonWords, ...holderWords.map(word => word.toLowerCase()).filter(word => word.length >= 4)];
  const bits = Math.floor(estimateBits(password, words));
  if (bits >= minPasswordBits) return null;
  return `is too easy to guess (about ${bits} bits; the minimum is ${minPasswordBits}): use four unrelated words or random characters`;
}
