import { hash } from 'node:crypto';

/** Serializes a JSON value with sorted members, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** SHA-256 of the canonical JSON of a body, in hexadecimal, which identifies replays. */
export function bodyDigest(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}

/** The same digest as bytes, as stored with responses. */
export function bodyDigestBytes(value: unknown): Buffer {
  return hash('sha256', canonicalJson(value), 'buffer');
}
