import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../../http/response/reply-bytes.js';
import type { WebFiles } from './web-files.js';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Names that the build gives: no folders, no dots at the start. */
const assetName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
const endings = { br: '.br', gzip: '.gz' } as const;

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

function readAsset(folder: string, name: string): Asset | null {
  const type = types[extname(name)];
  const path = join(folder, 'assets', name);
  if (type === undefined || !assetName.test(name) || !existsSync(path)) return null;
  const packed = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : null);
  return { type, plain: readFileSync(path), br: packed(endings.br), gzip: packed(endings.gzip) };
}

/**
 * Serves the hashed files of the web app from memory. A name stands for one content for ever, so browsers never ask twice.
 * Only names that exist are cached, so the cache is as large as the build. Unknown names get the 404 of the API.
 */
export function serveAssets(app: FastifyInstance, { folder }: WebFiles, secure: boolean): void {
  const cache = new Map<string, Asset>();
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    const { name } = request.params as { readonly name: string };
    const asset = cache.get(name) ?? readAsset(folder, name);
    if (asset === null) return reply.callNotFound();
    cache.set(name, asset);
    const chosen = chooseEncoding(request.headers['accept-encoding']);
    const packed = chosen === null ? null : asset[chosen];
    if (packed !== null) reply.header('content-encoding', chosen);
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    return reply
      .headers({
        'content-type': asset.type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(packed ?? asset.plain);
  };
  app.route({ method: ['GET', 'HEAD'], url: '/assets/:name', handler: serve });
}
