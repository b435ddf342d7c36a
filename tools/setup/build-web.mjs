// node build-web.mjs FOLDER: builds the web app and the documentation into that folder and compresses the files, so
// that the service does not have to.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
// Under a test runner the environment is "test", and React would be built for development.
process.env.NODE_ENV = 'production';
const { build, runnerImport } = await import('vite');
const folder = process.argv[2];
await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'error', build: { outDir: folder } });

// The documentation is rendered here, so that a running service needs none of its sources.
const { module } = await runnerImport(join(root, 'tools', 'docs-site', 'build-site.ts'), { logLevel: 'error' });
module.buildDocs(root, folder);

/** Images and fonts are already compressed. */
const packable = /\.(js|css|svg)$/;
const assets = join(folder, 'assets');
const best = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

await Promise.all(
  readdirSync(assets)
    .filter(name => packable.test(name))
    .map(async name => {
      const bytes = readFileSync(join(assets, name));
      writeFileSync(join(assets, `${name}.br`), await promisify(brotliCompress)(bytes, best));
      writeFileSync(join(assets, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
);
