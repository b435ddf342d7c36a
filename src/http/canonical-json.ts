import { hash } from 'node:crypto';

/** Serializes a value so that equal values give equal texts, whatever the order of their members. */
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

/** SHA-256 of the canonical form, in hexadecimal: what makes two bodies with one client id the same write. */
export function bodyDigest(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}
