const rooms = ['src', 'client', 'cli', 'web', 'tools', 'bench', 'test', 'examples'];

/** The folders at the root that documents speak of; those that hold no code come last. */
export const topFolders: readonly string[] = [...rooms, 'contract', 'docs'];

export function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

export function isRoomCode(path: string): boolean {
  return isCode(path) && rooms.includes(path.split('/')[0]) && path.includes('/');
}

export function isTest(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}

/** Models and generators that tests, plots and fuzzers share. They are not part of the service. */
export function isModel(path: string): boolean {
  return /^src\/domain\/.+\/testing\/[^/]+\.ts$/.test(path) && !isTest(path);
}

/** Nobody edits generated code, so rules about how it reads do not apply. */
export function isGenerated(path: string): boolean {
  return path.split('/').slice(0, -1).includes('generated');
}

export function isConfig(path: string): boolean {
  return /\.config\.[cm]?[jt]s$/.test(path);
}
