// Parses members of rows from a source. An invalid member throws `BadRow`, whose message contains its name and value.

import { momentFromIso } from '../kernel/time.js';
import { jsonText } from './source-fetch.js';

export class BadRow extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

const maxShownLength = 40;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : jsonText(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

const bad = (name: string, rule: string, value: unknown) => new BadRow(`${name} must be ${rule} (got ${shown(value)})`);

/** PostgreSQL can't store U+0000 in a text, and a lone surrogate is not valid UTF-8. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed().trim();

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(row: unknown): Fields {
  if (!isFields(row)) throw new BadRow(`the row must be an object (got ${shown(row)})`);
  return row;
}

export function readText(fields: Fields, name: string, maxLength: number): string {
  const value = fields[name];
  const text = typeof value === 'string' ? storable(value) : '';
  if (text === '' || text.length > maxLength) throw bad(name, `a string of 1 to ${maxLength} characters`, value);
  return text;
}

/** Null for a missing, null or empty member. */
export function readOptionalText(fields: Fields, name: string, maxLength: number): string | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  return readText(fields, name, maxLength);
}

/** An identifier: a string, or a number from some sources. */
export function readId(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return readText(fields, name, 200);
}

/** A finite number, or its decimal string; null for a missing, null or empty member. */
export function readOptionalNumber(fields: Fields, name: string, min: number, max: number): number | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max) {
    throw bad(name, `a number from ${min} to ${max}`, value);
  }
  return number;
}

const maxVolume = 1e15;

export function readVolume(fields: Fields, name: string): number | null {
  return readOptionalNumber(fields, name, 0, maxVolume);
}

const bpsPerUnit = 10_000;

/** A probability or a price of one unit, in basis points. */
export function readPriceBps(fields: Fields, name: string): number | null {
  const value = readOptionalNumber(fields, name, 0, 1);
  return value === null ? null : Math.round(value * bpsPerUnit);
}

export function readBoolean(fields: Fields, name: string, absent: boolean): boolean {
  const value = fields[name] ?? absent;
  if (typeof value !== 'boolean') throw bad(name, 'true or false', value);
  return value;
}

const minTime = Date.parse('1990-01-01T00:00:00.000Z');
const maxTime = Date.parse('9999-01-01T00:00:00.000Z');

/** An ISO 8601 time as epoch milliseconds. */
export function readOptionalTime(fields: Fields, name: string): number | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  const at = typeof value === 'string' ? momentFromIso(value) : null;
  if (at === null || at < minTime || at > maxTime) throw bad(name, 'an ISO 8601 time', value);
  return at;
}

/** Epoch milliseconds. Sources use times far in the future for “never”; those become null. */
export function readOptionalMillis(fields: Fields, name: string): number | null {
  const value = readOptionalNumber(fields, name, 0, Number.MAX_SAFE_INTEGER);
  return value === null || value > maxTime ? null : Math.round(value);
}

export function readOneOf<const V extends readonly string[]>(fields: Fields, name: string, values: V): V[number] {
  const value = fields[name];
  if (typeof value !== 'string' || !values.includes(value)) throw bad(name, `one of ${values.join(', ')}`, value);
  return value;
}

/** A URL that is shown as a link; null without one. */
export function readOptionalLink(fields: Fields, name: string): string | null {
  const text = readOptionalText(fields, name, 500);
  if (text === null) return null;
  if (!/^https?:\/\/[^\s"'<>\\^`{|}]+$/i.test(text))
    throw bad(name, 'a URL that starts with http:// or https://', text);
  return text;
}
