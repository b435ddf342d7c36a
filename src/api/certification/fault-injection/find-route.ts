import { pathParameters, type Route } from '../../../http/route.js';

export interface FoundRoute {
  readonly route: Route;
  /** The path that matched: the route's own, or an alias. */
  readonly path: string;
  /** Decoded parameter values. */
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: Route;
  readonly path: string;
  readonly shape: RegExp;
  readonly names: readonly string[];
}

function patternOf(route: Route, path: string): Pattern {
  const shape = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  return { route, path, shape: new RegExp(`^${shape}$`), names: pathParameters(route.path) };
}

/** Returns null for malformed escapes, which match no route. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Finds the route of a method and path; literal segments take precedence over parameters, as in the router. */
export function createRouteFinder(routes: readonly Route[]) {
  const patterns = routes
    .flatMap(route => [route.path, ...(route.aliases ?? [])].map(path => ({ route, path })))
    .sort((a, b) => pathParameters(a.path).length - pathParameters(b.path).length)
    .map(({ route, path }) => patternOf(route, path));

  return (method: string, path: string): FoundRoute | null => {
    for (const { route, path: matched, shape, names } of patterns) {
      if (route.method !== method) continue;
      const values = shape.exec(path)?.slice(1).map(decoded);
      if (!values || values.includes(null)) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, values[index] as string]));
      return { route, path: matched, params };
    }
    return null;
  };
}
