import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProjectFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Project {
  /** Every file, including images. */
  readonly paths: readonly string[];
  /** The text files. */
  readonly files: readonly ProjectFile[];
}

/** Inside a hook, git's own variables select one repository, regardless of the working folder. */
export function withoutGitVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')));
}

function pathsFromGit(root: string): string[] | null {
  // A folder without .git may be inside another repository, whose file list would be wrong.
  if (!existsSync(join(root, '.git'))) return null;
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const env = withoutGitVariables(process.env);
    const output = execFileSync('git', args, { cwd: root, env, stdio: 'pipe', maxBuffer: 64 << 20 });
    return output
      .toString('utf8')
      .split('\0')
      .filter(path => path !== '');
  } catch {
    return null;
  }
}

/** The two simple kinds of lines in .gitignore are enough for a copy without history. */
function ignoredNames(root: string): (name: string) => boolean {
  const file = join(root, '.gitignore');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const names = new Set(['.git', 'node_modules', ...lines.map(line => line.trim().replace(/^\/|\/$/g, ''))]);
  const endings = [...names].filter(name => /^\*\.\w+$/.test(name)).map(name => name.slice(1));
  return name => names.has(name) || endings.some(ending => name.endsWith(ending));
}

function pathsFromFolders(root: string): string[] {
  const ignored = ignoredNames(root);
  const found: string[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (ignored(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else found.push(path);
    }
  };
  visit('');
  return found;
}

/** Git still lists a file that was deleted but not committed, and a link's target is not part of the project. */
function isPresent(root: string, path: string): boolean {
  return lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

export function listPaths(root: string): string[] {
  const paths = pathsFromGit(root) ?? pathsFromFolders(root);
  return [...new Set(paths)].filter(path => isPresent(root, path)).sort();
}

export function readProject(root: string): Project {
  const paths = listPaths(root);
  const files = paths.flatMap(path => {
    const bytes = readFileSync(join(root, path));
    return bytes.includes(0) ? [] : [{ path, text: bytes.toString('utf8') }];
  });
  return { paths, files };
}
