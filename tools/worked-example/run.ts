// node tools/run.cjs tools/worked-example/run.ts: adds the feature `leagues` to a copy of the project, for inspection.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFeature, copyProject, registry } from './add-feature.js';

const folder = mkdtempSync(join(tmpdir(), 'presage-worked-example-'));
copyProject(folder);
for (const path of addFeature(folder)) console.log(`new      ${path}`);
console.log(`changed  ${registry}`);
console.log(`\nThe copy is ${folder}. In it run: npm run contract:write && npm test -- src/leagues`);
