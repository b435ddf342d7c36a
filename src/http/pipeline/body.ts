import { ApiError, invalid } from '../errors.js';
import { requestBounds } from '../limits.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function child(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function checkText(text: string, path: string): void {
  if (text.includes('\u0000')) throw invalid(path || 'body', 'must not contain the character U+0000');
  if (!text.isWellFormed()) throw invalid(path || 'body', 'must not contain half of a surrogate pair');
}

/** What JSON allows and no field here can mean; found once, so that no later code has to think of it. */
function checkValue(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') checkText(value, path);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(path || 'body', 'is a number out of range');
  } else if (typeof value === 'object' && value !== null) {
    if (depth > requestBounds.jsonDepth) {
      throw invalid('body', `must not be nested deeper than ${requestBounds.jsonDepth} levels`);
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) checkValue(item, `${path}[${index}]`, depth + 1);
    } else {
      for (const [key, item] of Object.entries(value)) {
        checkText(key, path);
        if (key === '__proto__') throw invalid(child(path, key), 'is not a known member');
        checkValue(item, child(path, key), depth + 1);
      }
    }
  }
}

export function parseBody(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const message = bytes.length === 0 ? 'the body is empty; JSON was expected' : 'the body is not valid JSON in UTF-8';
    throw new ApiError('INVALID_JSON', message, { field: 'body', cause: error });
  }
  checkValue(value, '', 1);
  return value;
}
