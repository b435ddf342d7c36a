import { closed, named, Type } from '../../../http/schema.js';

export const CategoryList = named(
  'CategoryList',
  closed(
    {
      categories: Type.Array(
        closed({
          category: Type.String({ description: 'As events and filters name it.', examples: ['weather'] }),
          open: Type.Integer({ minimum: 0, description: 'Active and paused events.' }),
          total: Type.Integer({ minimum: 1, description: 'All events, resolved and void ones too.' }),
        }),
        { description: 'The categories, those with the most open events first.' },
      ),
      nextCursor: Type.Null({ description: 'The list is complete.' }),
    },
    { examples: [{ categories: [{ category: 'weather', open: 14, total: 52 }], nextCursor: null }] },
  ),
);
