// npm run contract:record: plays the story of test/support/story/ against a real service, writes its requests and
// replies to contract/examples.json, then regenerates the contract with them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
const result = spawnSync(process.execPath, [vitest, 'run', 'test/scenarios/recorded-story.test.ts'], {
  cwd: packageRoot,
  stdio: 'inherit',
  env: { ...process.env, PRESAGE_RECORD_EXAMPLES: '1' },
});
if (result.status !== 0) process.exit(result.status ?? 1);
await import('./write.js');
