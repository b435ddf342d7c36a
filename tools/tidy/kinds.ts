const codeFolders = ['src', 'client', 'cli', 'web', 'tools', 'bench', 'test', 'examples'];

/** Top-level folders that documents may name; those without code come last. */
export const topFolders: readonly string[] = [...codeFolders, 'contract', 'deploy', 'docs'];

export function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** Code inside a top-level folder, as opposed to configuration files at the root. */
export function isProjectCode(path: string): boolean {
  return isCode(path) && codeFolders.includes(path.split('/')[0]) && path.includes('/');
}

export function isTest(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}

/** Reference models and generators shared by tests, plots and fuzzers. They are not part of the service. */
export function isModel(path: string): boolean {
  return /^src\/.+\/testing\/[^/]+\.ts$/.test(path) && !isTest(path);
}

/** Generated code is not edited by hand, so rules about readability do not apply. */
export function isGenerated(path: string): boolean {
  return path.split('/').slice(0, -1).includes('generated');
}

export function isConfig(path: string): boolean {
  return /\.config\.[cm]?[jt]s$/.test(path);
}

/** Pure code: the kernel, the engine and the rules of each feature. */
export function isPure(path: string): boolean {
  return /^src\/((kernel|engine)\/|[^/]+\/rules(\/|\.ts$))/.test(path) && !isTest(path);
}
