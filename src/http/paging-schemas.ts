import { nullable, Type } from './schema.js';

/** The query parameters and the response member that every paged list has in common. */

export const Cursor = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1024, description: 'nextCursor of the page before.' }),
);

export const Limit = (max: number, defaultSize: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: max, default: defaultSize, description: 'How many at most on a page.' }),
  );

export const NextCursor = nullable(Type.String({ description: 'Leads to the next page; null on the last.' }));
