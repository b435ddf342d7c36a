const loopbackOrPrivate =
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|[\w-]+(\.local)?)(:\d+)?(\/|$)/i;

/**
 * Parses the URL of an arena; null if it is invalid. Without a scheme it is http for hosts of this machine and network,
 * and https for all others.
 */
export function parseArenaUrl(text: string): string | null {
  const trimmed = text.trim();
  // A mistyped scheme, such as http//host, would otherwise be a host.
  if (/^https?(\/|:(?!\/\/))/i.test(trimmed)) return null;
  const full = trimmed.includes('://') ? trimmed : `${loopbackOrPrivate.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
  if (!/^https?:\/\//i.test(full) || !URL.canParse(full)) return null;
  const { origin, pathname, username, search } = new URL(full);
  if (username !== '' || search !== '') return null;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
