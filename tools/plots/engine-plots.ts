/** node tools/run.cjs tools/plots/engine-plots.ts [folder]: draws the charts of docs/engine.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawDepth, drawPricePath } from './engine-charts.js';

const folder = process.argv[2] ?? join('docs', 'images');
mkdirSync(folder, { recursive: true });
for (const [name, draw] of [
  ['engine-price-path.svg', drawPricePath],
  ['engine-depth.svg', drawDepth],
] as const) {
  writeFileSync(join(folder, name), draw());
  console.log(join(folder, name));
}
