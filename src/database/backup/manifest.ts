import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupTable, Catalog } from './catalog.js';

/** A backup that can't be written, read or restored; the message is for the operator. */
export class BackupError extends Error {}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export interface StoredTable extends BackupTable {
  readonly file: string;
  readonly rows: number;
  /** Of the uncompressed rows as text. Equal contents have equal checksums. */
  readonly sha256: string;
}

/** The content of a backup's manifest.json. It is written last: a folder without it is not a backup. */
export interface Manifest extends Omit<Catalog, 'tables'> {
  readonly format: 'presage-backup-1';
  readonly takenAt: string;
  readonly presageVersion: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly StoredTable[];
}

const format = 'presage-backup-1';
const fileName = 'manifest.json';

export const manifestPath = (folder: string): string => join(folder, fileName);

export function newManifest(content: Omit<Manifest, 'format'>): Manifest {
  return { format, ...content };
}

const isName = (name: unknown) => typeof name === 'string' && /^[a-z_][a-z0-9_]*$/.test(name);

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(error => {
    throw new BackupError(`${folder} is not a backup: ${fileName} can't be read (${(error as Error).message})`);
  });
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    throw new BackupError(`${manifestPath(folder)} is damaged: it is not JSON`);
  }
  if (manifest.format !== format)
    throw new BackupError(`${manifestPath(folder)} has the format ${manifest.format}; this version reads ${format}`);
  // The names become part of statements and paths.
  const named = [...manifest.tables, ...manifest.partitions, ...manifest.sequences];
  const wrong =
    named.find(({ name }) => !isName(name)) ?? manifest.tables.find(({ file, name }) => file !== `${name}.copy.gz`);
  if (wrong)
    throw new BackupError(
      `${manifestPath(folder)} is damaged: ${JSON.stringify(wrong.name)} is not the name of a table`,
    );
  return manifest;
}
