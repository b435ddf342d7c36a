// npm test: everything is installed and built by the time this runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
const result = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: packageRoot,
  stdio: 'inherit',
});
process.exit(result.status ?? 1);
