import { nullable, Type } from './schema.js';

/** The query parameters and the response member that every paged list has in common. */

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
