import * as operatorStore from '../database/arena/operators.js';
import type { ActionFilter, RecordedAction } from '../database/arena/rows.js';
import type { OperationContext } from '../database/transactions.js';
import { defineRoute, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import { Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { plans, roles } from '../kernel/plans.js';
import { dayMs, hourMs, isoTime } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import { reportSubjects } from '../moderation/reports.js';
import { Handle, House, PlayerKind } from '../players/player-view.js';
import type { InboxItem, LimitOverview, ListedPlayer, PlayerFilter } from './store.js';
import * as consoleStore from './store.js';

/** Items that need an operator, the most urgent kind first. */
const inboxKinds = [
  'disputed',
  'unsettled',
  'overdue',
  'confirm',
  'closed',
  'connector',
  'report',
  'proposed',
  'paused',
  'stale',
] as const;
export type InboxKind = (typeof inboxKinds)[number];

const inboxMeanings: Readonly<Record<InboxKind, string>> = {
  disputed: 'a proposed resolution has disputes and waits for an operator',
  unsettled: 'a resolution is older than ten minutes and not all holdings are paid',
  overdue: 'a market closed more than a day ago and has no proposal',
  confirm: 'a proposal made by a final score waits for confirmation',
  closed: 'a market closed within the last day and has no proposal',
  connector: 'the last run of an enabled connector failed',
  report: 'people have reported it',
  proposed: 'a proposal is in its challenge window',
  paused: 'a market is paused',
  stale: 'a market has been open for a week without a trade in the last seven days',
};

/** A market that closed longer ago without a proposal is overdue. */
const overdueAfterMs = dayMs;
/** A resolution that is not settled after this long is stuck. */
const settleWithinMs = hourMs / 6;
/** A market without a trade for this long is stale. */
const staleAfterMs = 7 * dayMs;
/** The maximum number of items of one kind in a response. */
const maxItemsPerKind = 50;

type Context = Pick<OperationContext, 'store' | 'clock'>;

interface Inbox {
  readonly asOf: number;
  /** The most urgent kind first, oldest first within a kind. */
  readonly items: readonly InboxItem[];
  /** Kinds of which there may be more items. */
  readonly truncated: readonly InboxKind[];
}

/** Items that need an operator now. */
async function readInbox({ store, clock }: Context): Promise<Inbox> {
  const now = clock();
  const times = {
    now,
    overdueBefore: now - overdueAfterMs,
    unsettledBefore: now - settleWithinMs,
    staleBefore: now - staleAfterMs,
  };
  const items = await store.read(reader => consoleStore.inbox(reader, times, maxItemsPerKind));
  const rank = (kind: InboxKind) => inboxKinds.indexOf(kind);
  const counted = (kind: InboxKind) => items.filter(item => item.kind === kind).length;
  return {
    asOf: now,
    items: items.sort((a, b) => rank(a.kind) - rank(b.kind) || a.since - b.since),
    truncated: inboxKinds.filter(kind => counted(kind) >= maxItemsPerKind),
  };
}

function listPlayers({ store }: Context, filter: PlayerFilter): Promise<ListedPlayer[]> {
  return store.read(reader => consoleStore.players(reader, filter));
}

/** The audit trail of operators, newest first. */
function listActions({ store }: Context, filter: ActionFilter): Promise<RecordedAction[]> {
  return store.read(reader => operatorStore.actions(reader, filter));
}

const maxListed = 50;

/** Callers rejected by a rate limit since a given time, from the request log. */
function readLimits({ store }: Context, since: number): Promise<LimitOverview> {
  return store.read(reader => consoleStore.limits(reader, since, maxListed));
}

const Kind = () =>
  oneOf(inboxKinds, {
    description: `Why it needs an operator. ${inboxKinds.map(kind => `${kind}: ${inboxMeanings[kind]}`).join('; ')}.`,
  });

const InboxReply = named(
  'OperatorInbox',
  closed(
    {
      asOf: Timestamp({ description: 'When the inbox was read.' }),
      items: Type.Array(
        named(
          'InboxItem',
          closed(
            {
              kind: Kind(),
              subject: Type.String({
                description: 'Slug of the event, id of the connector, or what the report is about.',
                examples: ['rain-in-london-on-1-may'],
              }),
              subjectKind: oneOf([...reportSubjects, 'connector'], { description: 'What subject names.' }),
              title: Type.String({
                description: 'Title of the event or name of the connector.',
                examples: ['Will it rain in London on 1 May?'],
              }),
              since: Timestamp({ description: 'Since when it needs an operator.' }),
              count: Type.Integer({ minimum: 0, description: 'Disputes, open reports or unpaid holdings; else 0.' }),
              detail: nullable(
                Type.String({
                  description: 'The connector’s error or the newest report; null for events.',
                  examples: ['The title and the rule disagree.'],
                }),
              ),
            },
            { description: 'Something that needs an operator.' },
          ),
        ),
        { description: 'The most urgent kind first, the oldest first within a kind.' },
      ),
      truncated: Type.Array(Kind(), {
        description: `Kinds of which only the ${maxItemsPerKind} oldest are listed.`,
        examples: [[]],
      }),
    },
    { description: 'What needs an operator now.' },
  ),
);

const PlayersQuery = closed({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Part of a handle or a name, or a whole email or player id.',
      examples: ['otter'],
    }),
  ),
  kind: Type.Optional(oneOf(['agent', 'human'], { description: 'Only players of this kind.' })),
  role: Type.Optional(oneOf(roles, { description: 'Only people with this role.' })),
  suspended: Type.Optional(Type.Boolean({ description: 'Only players who are, or are not, suspended.' })),
  cursor: Cursor,
  limit: Limit(200, 50),
});

const PlayersReply = named(
  'OperatorPlayers',
  closed({
    players: Type.Array(
      named(
        'OperatorPlayer',
        closed(
          {
            id: Type.String({ description: 'Id of the player.', examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
            handle: Handle,
            name: Type.String({ description: 'Public name.', examples: ['Ada'] }),
            kind: PlayerKind,
            house: House,
            plan: oneOf(plans, { description: 'Plan of the player.' }),
            role: nullable(oneOf(roles, { description: 'Role of the person; null for agents.' })),
            owner: nullable(
              Type.String({ description: 'Handle of the owner of an agent; null for people.', examples: ['ada'] }),
            ),
            agents: Type.Integer({ minimum: 0, description: 'Agents that the person owns.' }),
            openReports: Type.Integer({ minimum: 0, description: 'Open reports about the player.' }),
            availableCredits: Type.Number({ description: 'Free credits.' }),
            owedCredits: Type.Number({ description: 'What the player owes after a void or a correction.' }),
            createdAt: Timestamp({ description: 'When the player joined.' }),
            suspension: nullable(
              closed(
                {
                  at: Timestamp({ description: 'When it began.' }),
                  by: Type.String({
                    description: 'Id of the operator, or operator for the token.',
                    examples: ['operator'],
                  }),
                  reason: Type.String({ description: 'Why.', examples: ['The name insults another player.'] }),
                  inherited: Type.Boolean({ description: 'Whether it is the owner who is suspended.' }),
                },
                { description: 'The suspension in force; null while there is none.' },
              ),
            ),
          },
          { description: 'A player as operators see it.' },
        ),
      ),
      { description: 'Newest first.' },
    ),
    nextCursor: NextCursor,
  }),
);

const ActionsQuery = closed({
  actor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Only actions of this operator: a handle, an id, or operator for the token.',
      examples: ['ada'],
    }),
  ),
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[a-z.-]+$',
      description: 'Only this action, such as event.resolve, or all of an area, such as event.',
      examples: ['event.resolve'],
    }),
  ),
  subject: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only actions on this subject: a slug, a handle or an id.',
      examples: ['rain-in-london-on-1-may'],
    }),
  ),
  cursor: Cursor,
  limit: Limit(200, 50),
});

const Values = (description: string) =>
  Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description });

const ActionsReply = named(
  'OperatorActions',
  closed({
    actions: Type.Array(
      named(
        'OperatorAction',
        closed(
          {
            id: Type.Integer({ minimum: 1, description: 'Number of the entry; grows with time.' }),
            at: Timestamp({ description: 'When.' }),
            actor: Type.String({
              description: 'Id of the operator, or operator for the token.',
              examples: ['operator'],
            }),
            handle: nullable(
              Type.String({ description: 'Handle of the operator; null for the token.', examples: ['ada'] }),
            ),
            action: Type.String({ description: 'What was done.', examples: ['event.resolve'] }),
            subject: Type.String({ description: 'To what.', examples: ['rain-in-london-on-1-may'] }),
            subjectHandle: nullable(
              Type.String({ description: 'Handle of the player; null for other subjects.', examples: ['ada'] }),
            ),
            reason: Type.String({
              description: 'Why, in the operator’s words; empty if none were given.',
              examples: ['4.2 mm at Heathrow'],
            }),
            before: Values('The changed members before the action; null where there was nothing.'),
            after: Values('The changed members after the action; null where nothing is left or known.'),
            details: Type.Object({}, { additionalProperties: true, description: 'Further facts about the action.' }),
          },
          { description: 'One entry of the append-only audit trail.' },
        ),
      ),
      { description: 'Newest first.' },
    ),
    nextCursor: NextCursor,
  }),
);

const LimitsQuery = closed({
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 168, default: 24, description: 'How many hours back from now.' }),
  ),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

const LimitsReply = named(
  'RateLimitOverview',
  closed(
    {
      asOf: Timestamp({ description: 'The end of the window.' }),
      hours: Type.Integer({ minimum: 1, description: 'The length of the window.' }),
      requests: count('Requests in the log: those with a credential, and refused ones.'),
      limited: count('Requests refused with 429.'),
      anonymousLimited: count('Those of them without a credential.'),
      operations: Type.Array(
        closed({
          operationId: Type.String({
            description: 'The operation; “sandbox” for requests of a certification run that got a fault.',
            examples: ['placeOrder'],
          }),
          limited: count('Requests refused with 429.'),
        }),
        { description: 'The most refused first.' },
      ),
      players: Type.Array(
        closed({
          handle: Handle,
          kind: PlayerKind,
          requests: count('Requests of the player.'),
          limited: count('Requests refused with 429.'),
          failed: count('Requests with a status of 400 or above.'),
          operationId: Type.String({ description: 'The operation refused most often.', examples: ['placeOrder'] }),
          lastLimitedAt: Timestamp({ description: 'The last refusal.' }),
        }),
        { description: 'Players who were refused, the most refused first, at most 50.' },
      ),
    },
    { description: 'Who runs into rate limits, from the request log.' },
  ),
);

async function getInbox(_input: unknown, { services }: RequestContext) {
  const { asOf, items, truncated } = await readInbox(services);
  return { asOf: isoTime(asOf), items: items.map(item => ({ ...item, since: isoTime(item.since) })), truncated };
}

function viewPlayer({ playerId: id, available, owed, createdAt, suspension, ...player }: ListedPlayer) {
  return {
    id,
    ...player,
    availableCredits: microsToWire(available),
    owedCredits: microsToWire(owed),
    createdAt: isoTime(createdAt),
    suspension: suspension && { ...suspension, at: isoTime(suspension.at) },
  };
}

async function getPlayers({ query }: RouteInput<{ query: typeof PlayersQuery }>, { services }: RequestContext) {
  const { q = null, kind = null, role = null, suspended = null, cursor, limit = 50 } = query;
  const list = 'operator players';
  const filters = [q, kind, role, suspended];
  const before = cursor === undefined ? null : services.cursors.read<string>(list, filters, cursor);
  const filter = { search: q, kind, role, suspended, before, limit: limit + 1 };
  const playerRows = await listPlayers(services, filter);
  const players = playerRows.slice(0, limit);
  const last = players.at(-1);
  const nextCursor = playerRows.length > limit && last ? services.cursors.write(list, filters, last.playerId) : null;
  return { players: players.map(viewPlayer), nextCursor };
}

async function getActions({ query }: RouteInput<{ query: typeof ActionsQuery }>, { services }: RequestContext) {
  const { actor = null, action = null, subject = null, cursor, limit = 50 } = query;
  const list = 'operator actions';
  const filters = [actor, action, subject];
  const before = cursor === undefined ? null : services.cursors.read<number>(list, filters, cursor);
  const actionRows = await listActions(services, { actor, action, subject, before, limit: limit + 1 });
  const actions = actionRows.slice(0, limit);
  const last = actions.at(-1);
  const nextCursor = actionRows.length > limit && last ? services.cursors.write(list, filters, last.id) : null;
  return { actions: actions.map(each => ({ ...each, at: isoTime(each.at) })), nextCursor };
}

async function getLimits({ query }: RouteInput<{ query: typeof LimitsQuery }>, { services }: RequestContext) {
  const { hours = 24 } = query;
  const now = services.clock();
  const { players, ...overview } = await readLimits(services, now - hours * hourMs);
  const shown = players.map(player => ({ ...player, lastLimitedAt: isoTime(player.lastLimitedAt) }));
  return { asOf: isoTime(now), hours, ...overview, players: shown };
}

export const consoleRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'getOperatorInbox',
    method: 'GET',
    path: '/api/operator/inbox',
    summary: 'What needs an operator now',
    description:
      'Events that are disputed, unsettled, overdue, closed, proposed, paused or stale, connectors whose last run failed, and open reports.',
    responses: { 200: { description: 'The inbox.', schema: InboxReply } },
    handler: getInbox,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listOperatorPlayers',
    method: 'GET',
    path: '/api/operator/players',
    summary: 'Players with plan, role and suspension',
    description: 'Newest first. Deleted players are not listed.',
    request: { query: PlayersQuery },
    responses: { 200: { description: 'The players.', schema: PlayersReply } },
    handler: getPlayers,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listOperatorActions',
    method: 'GET',
    path: '/api/operator/actions',
    summary: 'The audit trail of operators',
    description:
      'Every write of an operator: who, when, why, and the changed members before and after. Entries are never changed or deleted.',
    request: { query: ActionsQuery },
    responses: { 200: { description: 'The entries.', schema: ActionsReply } },
    handler: getActions,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'getRateLimitOverview',
    method: 'GET',
    path: '/api/operator/rate-limits',
    summary: 'Who runs into rate limits',
    description: 'Counts of the request log: refused requests by operation and by player.',
    request: { query: LimitsQuery },
    responses: { 200: { description: 'The overview.', schema: LimitsReply } },
    handler: getLimits,
  }),
];
