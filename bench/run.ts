// npm run bench NAME: each benchmark is a file of this folder that exports `run`.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stolenShare } from './support/stolen-time.js';

/** Above this share of the busy time, figures are not comparable with those of other runs. */
const maxStolenShare = 0.03;

const here = dirname(fileURLToPath(import.meta.url));
const name = process.argv[2];
const file = join(here, `${name}-bench.js`);
if (!name || !existsSync(file)) {
  const names = readdirSync(here).flatMap(entry => /^(.+)-bench\.js$/.exec(entry)?.[1] ?? []);
  console.error(`usage: npm run bench <${names.sort().join('|')}>`);
  process.exit(1);
}
const benchmark = (await import(file)) as { run(args: string[]): Promise<void> };
const stolen = stolenShare();
await benchmark.run(process.argv.slice(3));
const share = stolen();
if (share !== null && share > maxStolenShare) {
  const percent = (share * 100).toFixed(0);
  console.log(
    `\nThe host of this machine took ${percent} % of the busy processor time: an idle host gives better figures.`,
  );
}
