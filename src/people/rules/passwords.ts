import { type Checked, fine, lengthOf, wrong } from '../../kernel/invariant.js';
import { foldName } from '../../players/rules/names.js';

/**
 * The most common leaked passwords of 10 characters or more, in lower case and with letters for look-alike digits if
 * they are words. Shorter ones are rejected for their length.
 */
const lines = `
1234567890 12345678910 123456789a 1234567891 0123456789 0987654321 9876543210 1234512345 1234554321 1231231231
1029384756 0102030405 1122334455 11223344556 112233445566 1472583690 147258369a 741852963a 159357159357 123321123321
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 1234qwerasdf 123qweasdzxc
123qwe123qwe 123abc123abc qwertyuiop qwerty12345 qwerty123456 qwertyuiop123 qweasdzxc1 qweasdzxc123 qwe1234567
qazwsxedcrfv qazwsxedc1 qazwsx12345 poiuytrewq mnbvcxz123 lkjhgfdsa1 asdfghjkl1 asdfghjklz zxcvbnm123 asd123456789
a123456789 aa12345678 aa123456789 a1b2c3d4e5 q123456789 abc1234567 abcd123456 abc123456789 abcdefghij abcdefghijk
password12 password123 password1234 password12345 password123456 password01 password11 password99 mypassword
thepassword newpassword passw0rd123 p@ssw0rd123 p@ssword123 changeme123 letmein123 letmein1234 welcome123 welcome1234
iloveyou12 iloveyou123 iloveyou1234 ilovegod123 iloveme123 loveyou123 mylove1234 princess12 princess123 sunshine12
sunshine123 football123 baseball123 basketball basketball1 volleyball skateboard superman12 superman123 spiderman123
batman12345 starwars123 pokemon123 dragon12345 monkey12345 michael123 jennifer123 charlie123 christina1 alexander1
elizabeth1 jacqueline administrator administrator1 admin12345 admin123456 adminadmin test123456 test1234567 testtest12
user123456 guest12345 default123 trustno1234 whatever123 computer123 internet123 samsung123 liverpool1 liverpool123
manchester chelsea123 arsenal123 barcelona1 barcelona123 realmadrid juventus123 butterfly1 butterfly123 strawberry
watermelon chocolate1 chocolate123 blackberry motherfucker fuckyou123 fuckyou1234 asshole123 hello12345 hello123456
helloworld helloworld1 hellokitty hellokitty1 tinkerbell tinkerbell1 cheerleader california california1 washington
jamesbond007 jamesbond1 harrypotter harrypotter1 nightmare1 heartbreaker loveforever forever123 babygirl12 babygirl123
thunderbird snowboarding playstation playstation1 winchester caterpillar constantine chandler123 godisgood1 jesuschrist
jesusislord motorcycle mercedes12 lamborghini champion123 scorpion123 blessing123 greenday123 metallica1 metallica123
correcthorsebatterystaple staplebatteryhorse trustnoone
`;

const commonPasswords: ReadonlySet<string> = new Set(lines.split(/\s+/).filter(word => word !== ''));

/** Words that password crackers try first, with numbers and punctuation around them. */
const commonWords: readonly string[] = [
  ...[
    'password',
    'passwort',
    'motdepasse',
    'contrasena',
    'passwd',
    'letmein',
    'welcome',
    'changeme',
    'secret',
    'login',
  ],
  ...['admin', 'administrator', 'root', 'user', 'guest', 'test', 'default', 'master', 'access', 'presage', 'forecast'],
  ...['qwerty', 'azerty', 'qwertz', 'asdf', 'zxcv', 'iloveyou', 'loveyou', 'trustno', 'hello', 'monkey', 'dragon'],
  ...['shadow', 'sunshine', 'princess', 'football', 'baseball', 'superman', 'batman', 'starwars', 'pokemon', 'michael'],
  ...[
    'charlie',
    'jordan',
    'liverpool',
    'arsenal',
    'chelsea',
    'barcelona',
    'computer',
    'internet',
    'whatever',
    'freedom',
  ],
  ...['spring', 'summer', 'autumn', 'winter', 'january', 'february', 'march', 'april', 'june', 'july', 'august'],
  ...['september', 'october', 'november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'love'],
];

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
function passwordWeakness(password: string, holderWords: readonly string[]): string | null {
  const plain = password.toLowerCase();
  const joined = plain.replace(/[\s._-]+/g, '');
  const forms = [plain, joined, withoutLeet(plain), withoutLeet(joined)];
  if (forms.some(form => commonPasswords.has(form))) return 'is too common: it is on lists of leaked passwords';
  const words = [...commonWords, ...holderWords.map(word => word.toLowerCase()).filter(word => word.length >= 4)];
  const bits = Math.floor(estimateBits(password, words));
  if (bits >= minPasswordBits) return null;
  return `is too easy to guess (about ${bits} bits; the minimum is ${minPasswordBits}): use four unrelated words or random characters`;
}

export const minPasswordLength = 10;
export const maxPasswordLength = 200;

/** Normalizes a password before hashing, because keyboards compose letters differently. */
export function passwordText(password: string): string {
  return password.normalize('NFKC');
}

/** Checks a new password: its length, and how hard it is to guess. There are no rules about character classes. */
export function readPassword(
  password: string,
  holder: { readonly email: string; readonly displayName: string },
): Checked<string> {
  const text = passwordText(password);
  const length = lengthOf(text);
  if (length < minPasswordLength) return wrong(`must have at least ${minPasswordLength} characters`);
  if (length > maxPasswordLength) return wrong(`must have at most ${maxPasswordLength} characters`);
  const folded = foldName(text);
  const obvious = [holder.email, holder.email.split('@')[0], holder.displayName].map(foldName);
  if (obvious.includes(folded)) return wrong('must not be your email or your name');
  const weakness = passwordWeakness(
    text,
    obvious.flatMap(words => words.split(/[^\p{L}\p{N}]+/u)),
  );
  if (weakness) return wrong(weakness);
  return fine(text);
}
