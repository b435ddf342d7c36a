import type { ProjectFile } from './project-files.js';

const before = '(?<![\\w.)}\\]-])';

/** Written so that this file does not match itself. */
const unwanted: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: new RegExp(`${before}/(?:root|work)/`), what: 'a path of one machine' },
  { pattern: new RegExp(`${before}/(?:home|Users)/[A-Za-z][\\w.-]*/`), what: 'a path of one machine' },
  { pattern: /\b[A-Z]:\\Users\\/, what: 'a path of one machine' },
  { pattern: /\.\.\/(?:shared)\b/, what: 'a folder outside the project' },
  {
    pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|\bnpm\.pkg\.\w+/,
    what: 'the address of a package registry',
  },
  { pattern: /https?:\/\/[^\s"'`]*\b(?:artifactory|verdaccio|nexus)\b/, what: 'the address of a package registry' },
  { pattern: /^\s*(?:@[\w-]+:)?registry\s*=\s*\S/, what: 'the address of a package registry' },
];

export function unwantedWording(files: readonly ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = unwanted.find(({ pattern }) => pattern.test(line));
      return found ? [`${path}:${index + 1}: ${found.what}: ${found.pattern.exec(line)![0].trim()}`] : [];
    }),
  );
}

/** A resolved address in the lock file ties every installation to one registry. */
export function resolvedAddresses(lockFile: string): string[] {
  const { packages = {} } = JSON.parse(lockFile) as { packages?: Record<string, { resolved?: string }> };
  return Object.entries(packages)
    .filter(([, entry]) => entry.resolved?.includes(':'))
    .map(([path]) => `package-lock.json: ${path} has a resolved address`);
}
