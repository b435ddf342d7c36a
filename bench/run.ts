// npm run bench NAME: each benchmark is a file of this folder that exports `run`.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const name = process.argv[2];
const file = join(here, `${name}-bench.js`);
if (!name || !existsSync(file)) {
  const names = readdirSync(here).flatMap(entry => /^(.+)-bench\.js$/.exec(entry)?.[1] ?? []);
  console.error(`usage: npm run bench <${names.sort().join('|')}>`);
  process.exit(1);
}
const benchmark = (await import(file)) as { run(args: string[]): Promise<void> };
await benchmark.run(process.argv.slice(3));
