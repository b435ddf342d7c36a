interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Row {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function rowsOf(packages: Readonly<Record<string, LockedPackage>>, isDev: boolean): Row[] {
  const rows = Object.entries(packages).flatMap(([path, { version, license, dev = false }]) =>
    path === '' || dev !== isDev ? [] : [{ name: nameOf(path), version: version ?? '', license: license ?? 'unknown' }],
  );
  const distinct = new Map(rows.map(row => [`${row.name}@${row.version}`, row]));
  return [...distinct.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return `| Package | Version | Licence |\n|---|---|---|\n${lines.join('\n')}\n`;
}

function summary(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const { license } of rows) counts.set(license, (counts.get(license) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.map(([license, count]) => `${license} ${count}`).join(', ');
}

/** Lists the packages of a lock file with their licences: declared ones first, then their dependencies. */
export function thirdPartyPage(lockFile: string): string {
  const { packages } = JSON.parse(lockFile) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  const root = packages[''];
  const declared = (names: Readonly<Record<string, string>> = {}) =>
    Object.keys(names)
      .sort()
      .map(name => {
        const { version = '', license = 'unknown' } = packages[`node_modules/${name}`] ?? {};
        return { name, version, license };
      });
  const runtime = rowsOf(packages, false);
  const development = rowsOf(packages, true);
  return `# Third-party licences

Presage is under the MIT licence. It uses the packages below. \`npm run contract:write\` generates this page from package-lock.json, which
includes the packages of all platforms; an installation has a part of them.

## Direct dependencies at run time

${table(declared(root?.dependencies))}
## Direct dependencies for development

${table(declared(root?.devDependencies))}
## All packages at run time

${runtime.length} packages: ${summary(runtime)}.

${table(runtime)}
## All packages for development

${development.length} packages: ${summary(development)}. They are not part of an installation without development packages.

${table(development)}`;
}
