import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { HttpApp, RequestHandler } from '../http/pipeline/http-app.js';
import { chooseEncoding } from '../http/response/reply-bytes.js';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files that the build of the web app produced. */
export interface WebFiles {
  readonly folder: string;
  /** The page template with its markers. */
  readonly template: string;
  /** Returns the scripts that a page's module needs, so that a browser can preload them. */
  scriptsOf(module: string): readonly string[];
}

/** Returns null if the app was not built, as in API tests. */
export function loadWebFiles(folder: string): WebFiles | null {
  const [page, manifest] = ['index.html', 'manifest.json'].map(name => join(folder, name));
  if (!existsSync(page) || !existsSync(manifest)) return null;
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, Chunk>>;
  const collect = (name: string, names: Set<string>): Set<string> => {
    const chunk = chunks[name];
    if (!chunk || names.has(chunk.file)) return names;
    names.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, names);
    return names;
  };
  const entry = collect('index.html', new Set());
  return {
    folder,
    template: readFileSync(page, 'utf8'),
    scriptsOf: module => [...collect(module, new Set())].filter(file => !entry.has(file)),
  };
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const files = new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]));
  const assets = [...files].flatMap(([name, plain]): [string, Asset][] => {
    const type = types[extname(name)];
    if (type === undefined) return [];
    return [[name, { type, plain, br: files.get(`${name}.br`) ?? null, gzip: files.get(`${name}.gz`) ?? null }]];
  });
  return new Map(assets);
}

/**
 * Serves the hashed files of the web app. A name identifies its content, so browsers cache it forever. All files, about
 * 2 MB, are read at the start, so that a newer build does not affect a running service. Unknown names get the 404 of
 * the API.
 */
export function serveAssets(app: HttpApp, { folder }: WebFiles, secure: boolean): void {
  const assets = readAssets(join(folder, 'assets'));
  const fixed = [
    ...(secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
    ...['cache-control', 'public, max-age=31536000, immutable', 'vary', 'Accept-Encoding'],
    ...['x-content-type-options', 'nosniff', 'cross-origin-resource-policy', 'same-origin'],
  ];
  const serve: RequestHandler = (request, response) => {
    const asset = assets.get(request.params.name ?? '');
    if (!asset) return app.refuseUnknown(request, response);
    const chosen = chooseEncoding(request.headers['accept-encoding']);
    const packed = chosen === null ? null : asset[chosen];
    const encoding = chosen !== null && packed !== null ? ['content-encoding', chosen] : [];
    const body = packed ?? asset.plain;
    const assetHeaders = [...encoding, 'content-type', asset.type, 'content-length', String(body.length)];
    response.writeHead(200, [...fixed, ...assetHeaders]);
    response.end(body);
  };
  app.route(['GET', 'HEAD'], '/assets/:name', serve);
}
