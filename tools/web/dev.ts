// npm run web:dev: the web app with hot reload, against the arena at PRESAGE_URL (http://127.0.0.1:4870 by default).
import { join } from 'node:path';
import { createServer } from 'vite';
import { packageRoot } from '../../src/package-root.js';

const server = await createServer({ configFile: join(packageRoot, 'web', 'vite.config.ts') });
await server.listen();
server.printUrls();
console.log('  Arena: %s; component gallery: /dev/components', process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870');
