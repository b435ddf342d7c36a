const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

/** "Chrome on macOS" from a User-Agent header; its first word for other clients. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const nameIn = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  if (!browser) return userAgent.split(/[\s/]/)[0].slice(0, 40) || 'Unknown browser';
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
