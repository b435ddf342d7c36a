import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseFallbackDataDir, currentDataDir } from './data-folder.js';

const user = { uid: 65_534, gid: 65_534, name: 'nobody' };
let folder: string;
let data: string;
let lines: string[] = [];
const homes = new Set<string>();

async function settle(dataFolder: string): Promise<string> {
  const home = await chooseFallbackDataDir(dataFolder, folder, user, line => lines.push(line));
  homes.add(home);
  return home;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presage-home-'));
  data = join(folder, 'data');
  lines = [];
  await mkdir(data);
});
afterEach(async () => {
  for (const path of [folder, ...homes]) await rm(path, { recursive: true, force: true });
  homes.clear();
});

describe.runIf(process.getuid?.() === 0)('a home outside the data folder', () => {
  it('is recorded in both places and found again', async () => {
    expect(await currentDataDir(data)).toBeNull();
    const home = await settle(data);
    expect(home).toMatch(/^\/var\/lib\/presage\/[0-9a-f]{16}$/);
    expect(lines).toEqual([`the database files are in ${home}, where user nobody can access them`]);
    expect(await readFile(join(data, 'WHERE.txt'), 'utf8')).toContain(`\n${home}\n`);
    expect(await currentDataDir(data)).toBe(home);
  });

  it('follows a folder that is moved, and is not shared with a copy', async () => {
    const home = await settle(data);
    const [moved, copied] = [join(folder, 'moved'), join(folder, 'copied')];
    await rename(data, moved);
    expect(await currentDataDir(moved)).toBe(home);
    await cp(moved, copied, { recursive: true });
    expect(await currentDataDir(copied)).toBeNull();
    const second = await settle(copied);
    expect(second).not.toBe(home);
    expect([await currentDataDir(moved), await currentDataDir(copied)]).toEqual([home, second]);
  });

  it('is a new one if the data folder was emptied', async () => {
    const home = await settle(data);
    await mkdir(join(home, 'database'));
    await rm(join(data, 'WHERE.txt'));
    expect(await settle(data)).not.toBe(home);
    expect(lines).toContain(`an earlier database of this folder is in ${home}`);
  });

  it('is the same for two concurrent starts, and survives a corrupt link', async () => {
    const [one, two] = await Promise.all([settle(data), settle(data)]);
    expect(one).toBe(two);
    await writeFile(join(data, 'WHERE.txt'), '');
    expect(await currentDataDir(data)).toBeNull();
    expect(await settle(data)).toBe(one);
  });
});
