import type { ProjectFile } from './project-files.js';

/**
 * Phrases that read like a translation, each with a plain alternative. They match across line breaks, also inside of
 * comments. The list has phrases and identifiers, not single words that are right in other senses.
 */
const phrases: readonly { readonly phrase: string; readonly instead: string }[] = [
  { phrase: '(?:whoever|whomever)', instead: 'name the caller, player, client or node' },
  { phrase: '(?:nobody|somebody|everybody|anybody)', instead: 'name the caller, player, client or node' },
  { phrase: '(?:is|are|was|were|be|been) told(?! (?:apart|from)\\b)', instead: 'notify, send, report or show' },
  { phrase: '(?:mends|mended|mending)', instead: 'fix, correct or recover' },
  { phrase: '(?:is|are|was|were) kept for', instead: 'stored for or cached for' },
  { phrase: "of (?:its|their|his|her|one[’']s) own", instead: 'separate, own or distinct' },
  { phrase: '(?:is|are|be|was|were) had', instead: 'available' },
  { phrase: 'that there (?:is|are|was|were)(?=[.,;:)])', instead: 'existing' },
  { phrase: 'at all', instead: 'omit it' },
  { phrase: '(?:any more|anymore)', instead: 'no longer' },
  { phrase: 'on (?:its|their) way', instead: 'in flight or pending' },
  { phrase: 'of yours', instead: 'one of your …, or … not found' },
  { phrase: 'there (?:is|are) no such', instead: '… not found, or … does not exist' },
  { phrase: 'again and again', instead: 'repeatedly' },
  { phrase: 'for want of', instead: 'for lack of' },
  { phrase: 'written down', instead: 'stored, recorded or serialized' },
  { phrase: 'without a word', instead: 'silently' },
  { phrase: 'what (?:is|was|are|were) (?:asked|told|kept|said)', instead: 'request, response, cache or message' },
  { phrase: '(?:hear|hears|heard) of', instead: 'is notified of' },
  { phrase: 'as it (?:came|was sent to us)', instead: 'as received' },
  { phrase: 'the slowest hundredth', instead: 'p99' },
  { phrase: 'young garbage', instead: 'young generation' },
  { phrase: 'small truths', instead: 'say what changed' },
];

/** Names that the glossary replaces. */
const identifiers: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\b(?:asker|askers)\b/, instead: 'caller or client' },
  { pattern: /\bmost(?:Together|Often|Markets|Events|Orders|Rows)\b/, instead: 'max…' },
  { pattern: /\b(?:told|mended)[A-Z]\w*|\b[a-z]\w*(?:Told|Mended)\b/, instead: 'a noun or a verb, not a participle' },
];

/** Files and texts in which a phrase is correct. Every entry gives its reason. */
const allowed: readonly { readonly path: RegExp; readonly text?: RegExp; readonly reason: string }[] = [
  { path: /^tools\/tidy\/voice(?:\.test)?\.ts$/, reason: 'defines and tests the phrases' },
  { path: /^(?:contract\/|client\/generated\/|docs\/errors\.md$|package-lock\.json$)/, reason: 'generated' },
  { path: /./, text: /nobody(?:-|@|:x@)/, reason: 'a made-up handle or address that does not exist' },
  { path: /^src\/database\/embedded\//, text: /\bnobody\b/, reason: 'the system user `nobody`' },
  {
    path: /^src\/players\/rules\/(?:handles|names|reserved-names)/,
    text: /nobody|everybody|anybody/,
    reason: 'reserved handles',
  },
  { path: /^src\/demo\/rules\/events\//, reason: 'questions of demo events, which are data' },
  {
    path: /\.test\.ts$|^test\//,
    text: /Somebody|not that horse at all|agent delete nobody|keys list nobody|agent nobody not found/,
    reason: 'names and passwords in test data',
  },
  {
    path: /^src\/engine\/tiny-steps\.test\.ts$/,
    text: /'somebody'/,
    reason: 'id of a player in test data',
  },
  {
    path: /^src\/market-requests\/rules\/judge\.ts$/,
    text: /neither\|nobody/,
    reason: 'matches words of a question',
  },
  { path: /^docs\/operations\.md$/, text: /`nobody`/, reason: 'the system user `nobody`' },
];

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Between two words of a phrase: white space and, on the next line, a comment or quotation marker. */
const gap = '\\s+(?:(?:\\*|//|>)\\s+)?';

const rules: readonly Rule[] = [
  ...phrases.map(({ phrase, instead }) => {
    const words = phrase.replaceAll(' ', gap);
    return { pattern: new RegExp(`(?<![\\w-])${words}(?![\\w-])`, 'gi'), instead };
  }),
  ...identifiers.map(({ pattern, instead }) => ({ pattern: new RegExp(pattern.source, 'g'), instead })),
];

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Returns a message for each unwanted phrase or identifier in messages, comments, documents and names. */
export function unwantedPhrases(files: readonly ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const exceptions = allowed.filter(entry => entry.path.test(path));
    if (exceptions.some(entry => entry.text === undefined)) return [];
    return rules.flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].flatMap(match => {
        const found = text.slice(Math.max(0, match.index - 20), match.index + match[0].length + 20);
        if (exceptions.some(entry => entry.text?.test(found))) return [];
        return [`${path}:${lineOf(text, match.index)}: “${match[0].replace(/\s+/g, ' ')}”; instead: ${instead}`];
      }),
    );
  });
}
