import { isModel, isTest } from './kinds.js';
import { type Module, resolveLink } from './modules.js';

type Versions = Readonly<Record<string, string>>;

export interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: Versions;
}

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
