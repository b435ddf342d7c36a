import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { momentFromIso } from '../kernel/time.js';
import { warningCodes } from '../kernel/unit-warnings.js';
import { errorCodes, invalid } from './errors.js';

/** Keyword under which a schema carries its public name; the contract turns it into a $ref. */
export const nameKeyword = 'x-name';

/** Names a schema, so that the contract lists it once and refers to it everywhere else. */
export function named<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, [nameKeyword]: name };
}

/** Keyword under which a schema carries rules between its members; the contract turns it into allOf. */
export const rulesKeyword = 'x-rules';

/**
 * Rules between members as JSON Schema, for readers of the contract and generated code. Handlers check the same
 * rules, with messages that name the missing member.
 */
export function ruled<T extends TSchema>(schema: T, ...rules: readonly object[]): T {
  return { ...schema, [rulesKeyword]: rules };
}

/** The rule that exactly one of these members is sent. */
export function exactlyOne(...names: readonly string[]): object {
  return { oneOf: names.map(name => ({ required: [name] })) };
}

/** The rule that each of these values of a member requires one other member, and excludes those of other values. */
export function neededBy(name: string, needed: Readonly<Record<string, string>>): object {
  const cases = Object.entries(needed).map(([value, member]) => {
    const excluded = Object.values(needed).filter(other => other !== member);
    const properties = Object.fromEntries(excluded.map(other => [other, false]));
    return { properties: { [name]: { const: value }, ...properties }, required: [name, member] };
  });
  return { oneOf: cases };
}

/** Rejects members that are not listed; the usual schema of request and response bodies. */
export function closed<P extends Record<string, TSchema>>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function oneOf<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });
}

/** Allows null too. The description moves to the union, where tools look for it. */
export function nullable<T extends TSchema>(schema: T) {
  const { description, ...rest } = schema as T & { description?: string };
  // A named schema must be the same everywhere, so its description stays in it.
  if (description === undefined || nameKeyword in schema) return Type.Union([schema, Type.Null()]);
  return Type.Union([rest as unknown as T, Type.Null()], { description });
}

/** The same schema with a description specific to its use. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return { ...schema, description };
}

export const Timestamp = (options: object = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-03-17T12:00:00.000Z'], ...options });

/** A market price in basis points. */
export const PriceBps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });

/** Credits or shares that are never negative. */
export const Amount = (description: string) => Type.Number({ minimum: 0, description });

/** Credits or shares of either sign, such as a profit. */
export const SignedAmount = (description: string) => Type.Number({ description });

export const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const contractVersion = '2026-03-17';

export const ErrorReply = named(
  'Error',
  Type.Object(
    {
      error: Type.String({ description: 'Human-readable message.', examples: ['limit must be at most 200'] }),
      code: oneOf(errorCodes, { description: 'Machine-readable code.' }),
      requestId: Type.String({ description: 'Send this to explain-error or to the operator.' }),
      retryable: Type.Boolean({ description: 'Whether the same request may be retried.' }),
      remediation: Type.String({ description: 'What to do next.' }),
      documentation: Type.String({ description: 'Path of the page that explains the code.' }),
      field: Type.Optional(Type.String({ description: 'The invalid field, parameter or header.' })),
      retryAfterSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'Seconds to wait before a retry, as in the header Retry-After; always present with RATE_LIMITED.',
          examples: [40],
        }),
      ),
    },
    {
      description: 'The body of every error.',
      examples: [
        {
          error: 'limit must be at most 200',
          code: 'INVALID_PAYLOAD',
          requestId: 'req_01kx3v7p9ye1f8m2q4s6t8v0wz',
          retryable: false,
          remediation:
            'Correct the field that the message names; the contract at /openapi.json has its type and bounds.',
          documentation: '/docs/errors#INVALID_PAYLOAD',
          field: 'limit',
        },
      ],
    },
  ),
);

export type { Static, TSchema };
export { Type };

export const ContractVersion = Type.String({ const: contractVersion, description: 'Date of the contract.' });

// The query parameters and the response member that every paged list has in common.

export const Cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1024, description: 'nextCursor of the previous page.' }),
);

export const Limit = (max: number, defaultSize: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: max, default: defaultSize, description: 'Maximum number of items on a page.' }),
  );

export const NextCursor = nullable(
  Type.String({
    description: 'Opaque cursor of the next page; null on the last page.',
    examples: ['2nC0m8qVb1xYkT5RWzU3LDQxXQ'],
  }),
);

/** A time in a query, in either format. */
export const Moment = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: `${description} ISO 8601 or Unix seconds.`,
      examples: ['2026-03-17T12:00:00Z'],
    }),
  );

/** Epoch milliseconds; null if absent. */
export function readMoment(field: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  // A plus sign in a URL means a space.
  const written = text.replace(' ', '+');
  const at = /^\d{1,11}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : momentFromIso(written);
  if (at === null) throw invalid(field, 'must be an ISO 8601 time or Unix seconds');
  return checkMoment(field, at);
}

const earliest = Date.parse('1970-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Rejects times that the database can't store, and implausible ones. */
export function checkMoment(field: string, at: number): number {
  if (at < earliest || at > latest) throw invalid(field, 'must be from 1970-01-01 to 9999-12-31');
  return at;
}

const Warning = named(
  'Warning',
  closed(
    {
      code: oneOf(warningCodes, {
        description:
          'PROBABILITY_LOOKS_LIKE_FRACTION: above 0 and at most 1, where percent is expected. LIMIT_LOOKS_LIKE_PERCENT: at most 100 (a sell: 2 to 100) while the price is at least 1000, where basis points are expected.',
      }),
      field: Type.String({ description: 'Member of the request that looks wrong.', examples: ['probability'] }),
      message: Type.String({ description: 'What the value means, and what to send if you meant something else.' }),
    },
    {
      description: 'An accepted value that looks like another unit.',
      examples: [
        {
          code: 'PROBABILITY_LOOKS_LIKE_FRACTION',
          field: 'probability',
          message: 'probability 0.62 means 0.62 %; if you mean 62 %, send 62',
        },
      ],
    },
  ),
);

export const Warnings = Type.Array(Warning, {
  description: 'Accepted values that look like another unit; empty if there are none.',
});
