// npm run fuzz:contract -- [--requests 30000] [--seed N]: sends requests generated from the contract to a service on
// loopback.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/package-root.js';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });

function wholeNumber(name: 'requests' | 'seed', fallback: number): string {
  const number = Number(values[name] ?? fallback);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number from 1 (got ${values[name]})`);
  return String(number);
}

const vitest = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs');
const result = spawnSync(process.execPath, [vitest, 'run', 'test/scenarios/contract-fuzz.test.ts'], {
  cwd: packageRoot,
  stdio: 'inherit',
  env: {
    ...process.env,
    PRESAGE_FUZZ_REQUESTS: wholeNumber('requests', 30_000),
    PRESAGE_FUZZ_SEED: wholeNumber('seed', Math.floor(Math.random() * 2 ** 31) + 1),
  },
});
process.exit(result.status ?? 1);
