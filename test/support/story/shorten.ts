/** Such as the outcomes of an event, whose prices would not add up without one of them. */
const maxWhole = 3;
const maxItems = 2;

type Path = readonly (string | number)[];

/** The paths of all arrays with more items than an example needs, outer ones first. */
function longArrays(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) && value.length > maxWhole ? [path] : [];
  const inner = Object.entries(value).slice(0, Array.isArray(value) ? maxWhole : undefined);
  return [...own, ...inner.flatMap(([name, member]) => longArrays(member, [...path, name]))];
}

function cutAt(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return (value as unknown[]).slice(0, maxItems);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? cutAt(item, rest) : item));
  const members = value as Record<string, unknown>;
  return { ...members, [name]: cutAt(members[name], rest) };
}

/** Cuts long arrays to two items, except those that the schema requires to be longer. */
export function shorten(value: unknown, isValid: (value: unknown) => boolean): unknown {
  return longArrays(value).reduce((shortened, path) => {
    const cut = cutAt(shortened, path);
    return isValid(cut) ? cut : shortened;
  }, value);
}
