import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../src/package-root.js';
import { runCheck } from '../testing/checks.js';

/**
 * Builds the package @presage/client into client/dist: one minified module for Node and browsers, and the declarations of
 * every source file. `npm pack ./client` runs it.
 */
const outdir = join(packageRoot, 'client', 'dist');
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [join(packageRoot, 'client', 'client.ts')],
  outfile: join(outdir, 'client.js'),
  bundle: true,
  minify: true,
  keepNames: false,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'silent',
});
const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', outdir];
const { passed, output } = await runCheck({
  name: 'declarations of the client',
  program: 'typescript-native/bin/tsc',
  args: ['-p', 'client', ...emit],
});
if (!passed) {
  console.error(output);
  process.exitCode = 1;
}
