import { inboxKinds, inboxMeanings, maxItemsPerKind } from '../../domain/console/inbox.js';
import { reportSubjects } from '../../domain/moderation/report.js';
import { plans } from '../../domain/people/plans.js';
import { roles } from '../../domain/people/players.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle, House, PlayerKind } from '../../http/player-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';

const Kind = () =>
  oneOf(inboxKinds, {
    description: `Why it needs an operator. ${inboxKinds.map(kind => `${kind}: ${inboxMeanings[kind]}`).join('; ')}.`,
  });

export const InboxReply = named(
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

export const PlayersQuery = closed({
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

export const PlayersReply = named(
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

export const ActionsQuery = closed({
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

export const ActionsReply = named(
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

export const LimitsQuery = closed({
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 168, default: 24, description: 'How many hours back from now.' }),
  ),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const LimitsReply = named(
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
