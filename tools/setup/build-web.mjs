// Builds the web app into dist-web and packs its files, so that the service compresses nothing at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'error' });

/** Pictures and fonts are packed already. */
const packable = /\.(js|css|svg)$/;
const assets = join(root, 'dist-web', 'assets');
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
