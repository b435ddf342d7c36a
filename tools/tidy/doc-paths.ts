import { posix } from 'node:path';
import { topFolders } from './kinds.js';
import type { ProjectFile } from './project-files.js';

/** The names a document may refer to. */
interface KnownNames {
  readonly paths: ReadonlySet<string>;
  readonly scripts: readonly string[];
  /** A package's own files, such as ajv/dist/2020.js, look like paths of the project. */
  readonly packages: readonly string[];
}

interface Mention {
  readonly text: string;
  readonly line: number;
  readonly place: 'code span' | 'code block' | 'prose' | 'link';
}

const sourceEnding = /\.([cm]?[jt]sx?|md|sql)$/;
const anyEnding = /\.[a-z]{2,4}$/;
/** Created by building or running, so absent from a fresh clone. */
const made = ['dist', 'node_modules', 'data', 'coverage'];
const folders = [...topFolders, '.ci', '.github'];
/** A part of a path that stands for any name, such as **, <area>, NNNN or three dots. */
const placeholder = /[*<>{}[\]$…]|^\.\.\.$|NAME|NNN|YYYY/;

/** Splits a document into code spans, fences, links and plain text. */
function mentionsIn(text: string): Mention[] {
  const found: Mention[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const add = (place: Mention['place'], mention: string) => found.push({ text: mention, line: index + 1, place });
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence !== null) {
      add('code block', line);
      continue;
    }
    const withoutCode = line.replace(/(`+)(.+?)\1(?!`)/g, (_, _ticks, span: string) => {
      add('code span', span.trim());
      return '`code`';
    });
    const prose = withoutCode
      .replace(/\]\(\s*<?([^\s)>]+)>?[^)]*\)/g, (_, target: string) => {
        add('link', target);
        return '] ';
      })
      .replace(/^\s*\[[^\]]+\]:\s*<?(\S+?)>?(\s.*)?$/, (_, target: string) => {
        add('link', target);
        return '';
      });
    add('prose', prose);
  }
  return found;
}

function exists(path: string, { paths }: KnownNames): boolean {
  const plain = path.replace(/\/$/, '');
  if (plain === '' || plain === '.' || paths.has(plain)) return true;
  if (paths.has(plain.replace(/\.js$/, '.ts'))) return true;
  return [...paths].some(other => other.startsWith(`${plain}/`));
}

function isMissingLink(target: string, document: string, known: KnownNames): boolean {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(target)) return false;
  const path = target.split(/[#?]/)[0].replaceAll('%20', ' ');
  return !exists(posix.join(posix.dirname(document), path), known);
}

/** The part of a path before its first placeholder, as in `docs/guides/…` or `src/domain/**`. */
function fixedPart(path: string): string {
  const parts = path.split('/');
  const open = parts.findIndex(part => placeholder.test(part));
  return open === -1 ? path : parts.slice(0, open).join('/');
}

function wordsOf(text: string): string[] {
  return text
    .split(/[\s"'`,;()|=“”’]+/)
    .map(word => word.replace(/^[[*_]+|[\]*_.:!]+$/g, ''))
    .map(word => word.replace(/[#?].*$/, '').replace(/(:\d+)+$/, ''))
    .map(word => word.replace(/^\.\//, ''))
    .filter(word => !word.includes('://') && !/^[/@~]/.test(word));
}

/** A file may be named by the end of its path, as in `engine/walk.ts`, if the reader knows the folder. */
function isNamed(word: string, { paths }: KnownNames): boolean {
  const names = [word, word.replace(/\.js$/, '.ts')];
  return [...paths].some(path => names.some(name => path === name || path.endsWith(`/${name}`)));
}

function isMissingWord(word: string, { place }: Mention, known: KnownNames): boolean {
  const [first] = word.split('/');
  if (made.includes(first) || known.packages.includes(first)) return false;
  if (folders.includes(first) && word.includes('/')) {
    // In plain text and listings a slash may also mean “or”; an extension makes it a path.
    const isPath = place === 'code span' || anyEnding.test(word);
    return isPath && !exists(fixedPart(word), known);
  }
  const looksLikeFile = sourceEnding.test(word) && /^[\w-][\w.-]*(\/[\w.-]+)*$/.test(word);
  const isHost = word.includes('/') && /\w\.\w/.test(first);
  return place === 'code span' && looksLikeFile && !isHost && !placeholder.test(word) && !isNamed(word, known);
}

function missingScripts({ text }: Mention, { scripts }: KnownNames): string[] {
  const named = [...text.matchAll(/\bnpm run(?: -{1,2}[\w-]+)* ([\w:.-]*\w)(?!:?[\w*<-])/g)].map(match => match[1]);
  const short = [...text.matchAll(/\bnpm (test|start)\b/g)].map(match => match[1]);
  return [...named, ...short].filter(name => !scripts.includes(name));
}

function missingIn(mention: Mention, document: string, known: KnownNames): string[] {
  if (mention.place === 'link') return isMissingLink(mention.text, document, known) ? [mention.text] : [];
  const words = wordsOf(mention.text).filter(word => isMissingWord(word, mention, known));
  const scripts = missingScripts(mention, known).map(name => `npm run ${name}`);
  return [...words, ...scripts];
}

function isDocument(path: string): boolean {
  return path.endsWith('.md') && (!path.includes('/') || path.startsWith('docs/'));
}

/** Paths and scripts in documents that the project does not have. */
export function missingMentions(files: readonly ProjectFile[], known: KnownNames): string[] {
  const missing = files
    .filter(({ path }) => isDocument(path))
    .flatMap(({ path, text }) =>
      mentionsIn(text).flatMap(mention =>
        missingIn(mention, path, known).map(name => `${path}:${mention.line}: ${name} does not exist`),
      ),
    );
  return [...new Set(missing)];
}
