import type { Command } from 'commander';
import type { InArena } from '../arena/arena.js';
import { wholeNumber } from '../input/read-values.js';
import { adviceToSignIn } from '../output/refusal.js';
import { table } from '../output/tables.js';

interface NotificationOptions {
  readonly unread?: true;
  readonly markRead?: true;
  readonly limit: number;
}

export function addNotificationsCommand(program: Command, inArena: InArena): void {
  program
    .command('notifications')
    .description('list notifications about your market requests and events, newest first; needs presage login')
    .option('--unread', 'only unread notifications')
    .option('--mark-read', 'mark all as read after showing them')
    .option('--limit <count>', 'maximum number, up to 200', wholeNumber(1, 200), 20)
    .action(({ unread, markRead, limit }: NotificationOptions) =>
      inArena({
        call: async ({ personClient, cookie }) => {
          const headers = cookie();
          const reply = await personClient.call('listNotifications', { query: { unread, limit }, headers });
          if (markRead) await personClient.call('markNotificationsRead', { headers });
          return reply;
        },
        show: ({ notifications, unread: count }) =>
          table(
            ['at', 'new', 'about', 'what happened'],
            notifications.map(({ at, readAt, eventSlug, requestId, text }) => [
              at.slice(0, 16),
              readAt === null ? '*' : '',
              eventSlug ?? requestId,
              text,
            ]),
            count === 0 ? 'No notifications.' : 'No notifications match.',
          ),
        advice: { 401: adviceToSignIn },
      }),
    );
}
