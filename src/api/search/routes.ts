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
      'Events by title, category, tags, outcomes and description, and sections of the documentation. All words must be there; where nothing has them all, any of them is enough.',
    auth: 'none',
    bucket: 'address',
    request: { query: SearchQuery },
    responses: { 200: { description: 'What was found.', schema: SearchReply } },
    tool: {
      name: 'search',
      compact: 'readAs(word,as),events(slug,title,status,endsAt,outcomes),help(title,document,anchor,snippet)',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Search markets and help',
      description:
        'Finds markets and sections of the documentation by words, and forgives slips of the keyboard. Use kind events for markets alone, help for how things work here.',
    },
    handler: search,
  }),
];
