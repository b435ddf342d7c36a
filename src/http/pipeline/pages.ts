import { pathParameters, type Route } from '../route.js';
import type { HttpRequest, RequestHandler } from './http-app.js';

/** Pages for people. They are not part of the contract and never shadow its routes. */
export interface PageSource<in Needs = never> {
  readonly pages: readonly Route<Needs>[];
  /** Served with status 404 at any other path. */
  readonly unknown: Route<Needs>;
}

/** Paths for programs: a missing one is a JSON error regardless of the Accept header. */
const programPaths = /^\/(api|mcp|assets|\.well-known)(\/|$)/;

function accepts(request: HttpRequest, type: RegExp): boolean {
  return type.test(request.headers.accept ?? '*/*');
}

function matcherOf({ path }: Route): (path: string) => Record<string, string> | null {
  const names = pathParameters(path);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]{1,200})')}/?$`);
  return requestPath => {
    const match = pattern.exec(requestPath);
    return match && Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
  };
}

function decoded(params: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

/**
 * Returns the function that finds the page for a request without a route. Clients that accept JSON get the error of the
 * API at every path; clients that accept anything, such as crawlers, get existing pages.
 */
export function createPageFinder(
  source: PageSource | null,
  run: (route: Route) => RequestHandler,
): (request: HttpRequest) => RequestHandler | null {
  if (source === null) return () => null;
  const pages = source.pages.map(route => ({ match: matcherOf(route), serve: run(route) }));
  const serveUnknown = run(source.unknown);
  return request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const [path] = (request.raw.url ?? '').split('?', 1);
    if (programPaths.test(path)) return null;
    if (accepts(request, /text\/html|\*\/\*/)) {
      if (accepts(request, /json/) && !accepts(request, /text\/html/)) return null;
      for (const { match, serve } of pages) {
        const params = match(path);
        const read = params && decoded(params);
        if (!read) continue;
        request.params = read;
        return serve;
      }
    }
    return accepts(request, /text\/html/) ? serveUnknown : null;
  };
}
