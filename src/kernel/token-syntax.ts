// The format of agent keys. The caller supplies randomness and hashes.

import { dayMs } from './time.js';

export const agentKeyPrefix = 'presage_agent_';
const secretLength = 43;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = new RegExp(`^${agentKeyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(text: string): number {
  let value = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    value = (value >>> 8) ^ crcTable[(value ^ text.charCodeAt(index)) & 0xff];
  }
  return (value ^ 0xffffffff) >>> 0;
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = alphabet[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

/** 62^43 exceeds 2^256, so 43 characters hold 32 random bytes exactly. */
export function writeAgentKey(random: Uint8Array): string {
  if (random.length !== 32) throw new Error('an agent key needs 32 random bytes');
  let value = 0n;
  for (const byte of random) value = (value << 8n) | BigInt(byte);
  const body = agentKeyPrefix + base62(value, secretLength);
  return body + checksum(body);
}

/** Checks the format and the checksum, so that other texts are rejected without a query. */
export function isAgentKey(text: string): boolean {
  if (!shape.test(text)) return false;
  const end = text.length - checksumLength;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/** A session ends after this long without a request … */
export const sessionIdleMs = 30 * dayMs;
/** … and in any case this long after sign-in. */
export const sessionLifeMs = 180 * dayMs;
/** The maximum number of sessions per person; signing in beyond it ends the oldest ones. */
export const maxSessions = 20;

export const sessionTokenBytes = 32;
const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Serializes 32 random bytes as base64url without padding. */
export function writeSessionToken(random: Uint8Array): string {
  if (random.length !== sessionTokenBytes) throw new Error('a session token needs 32 random bytes');
  let text = '';
  for (let at = 0; at < random.length; at += 3) {
    const bytes = random.subarray(at, at + 3);
    const bits = (bytes[0] << 16) | ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
    for (let digit = 0; digit <= bytes.length; digit += 1) text += base64Alphabet[(bits >> (18 - 6 * digit)) & 63];
  }
  return text;
}

/** Recognizes tokens by their form, so that other texts are rejected without a query. */
export function isSessionToken(text: string): boolean {
  return tokenShape.test(text);
}

export function isSessionLive(session: { createdAt: number; lastUsedAt: number }, now: number): boolean {
  return now < session.lastUsedAt + sessionIdleMs && now < session.createdAt + sessionLifeMs;
}
