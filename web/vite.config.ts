import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Adds the script that applies the chosen theme. It is a classic script in the head, because modules run after the first paint,
 * and a file, because the content security policy allows no inline script.
 */
function themeScript(): Plugin {
  const source = () => readFileSync(here('boot/apply-theme.js'), 'utf8');
  let reference: string | null = null;
  return {
    name: 'presage-theme-script',
    configureServer(server) {
      server.middlewares.use('/theme.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(source());
      });
    },
    buildStart() {
      if (this.environment.config.command === 'build') {
        reference = this.emitFile({ type: 'asset', name: 'theme.js', source: source() });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => {
        const src = reference === null ? '/theme.js' : `/${fileNameOf(reference)}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
    generateBundle() {
      fileNameOf = id => this.getFileName(id);
    },
  };
}
let fileNameOf: (reference: string) => string = () => 'theme.js';

export default defineConfig({
  root: here('.'),
  plugins: [themeScript(), tailwindcss(), react()],
  server: {
    port: Number(process.env.PRESAGE_WEB_PORT ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      // The sources in web/api/ also have URLs under /api.
      ['^/api/(?!.*\\.tsx?(\\?|$))', '/docs', '/openapi.json', '/llms.txt', '/mcp'].map(path => [
        path,
        { target: process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870', changeOrigin: true, ws: true },
      ]),
    ),
  },
  build: {
    outDir: here('../dist-web'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    // Inlined files would be data: URLs, which the policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [here('index.html'), here('docs/page.html')],
      // By default each set of pages has its own file of shared modules: 44 files for a market, which HTTP/1.1 loads six
      // at a time. Modules that many pages share are one file instead.
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 6 }],
        },
      },
    },
    target: 'es2022',
    chunkSizeWarningLimit: 700,
  },
  worker: { format: 'es' },
});
