import { defineRoute } from '../../http/route.js';
import { search } from './handlers.js';
import { SearchQuery, SearchReply } from './schemas.js';

export const searchRoutes = [
  defineRoute({
    id: 'search',
    method: 'GET',
    path: '/api/search',
    area: 'markets',
    summary: 'Search events and help',
    description:
      'Searches events by title, category, tags, outcomes and description, and sections of the documentation. All words must match; if nothing matches them all, any of them is enough.',
    auth: 'none',
    bucket: 'address',
    request: { query: SearchQuery },
    responses: { 200: { description: 'Search results.', schema: SearchReply } },
    tool: {
      name: 'search',
      defaults: { limit: 8 },
      compact: 'readAs(word,as),events(slug,title,status,endsAt,outcomes[3]),help(title,document,anchor,snippet)',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Search markets and help',
      description:
        'Searches markets and sections of the documentation by words, tolerating typos. Use kind events for markets only, help for how the arena works.',
    },
    handler: search,
  }),
];
