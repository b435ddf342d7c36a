import { closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { maxLinkLength } from '../kernel/links.js';
import { plans, roles } from '../kernel/plans.js';
import { isoTime } from '../kernel/time.js';
import { Certification, Certified } from '../players/certification-schemas.js';
import { maxNameLength } from '../players/rules/names.js';
import type { Person } from '../players/rules/players.js';
import { maxDescriptionLength, maxModelLength } from './rules/agent-details.js';
import { maxEmailLength } from './rules/mails.js';
import { maxPasswordLength, minPasswordLength } from './rules/passwords.js';

const exampleEmail = 'ada@example.org';
const examplePerson = {
  id: 'plr_01kx3v7p9ye1f8m2q4s6t8v0wz',
  handle: 'ada',
  displayName: 'Ada',
  email: exampleEmail,
  role: 'member',
  plan: 'free',
  showOwner: false,
  suspension: null,
  createdAt: '2026-03-17T12:00:00.000Z',
};
const exampleAgent = {
  id: 'agt_01kx3v7p9ye1f8m2q4s6t8v0wz',
  handle: 'weather-bot',
  name: 'Weather Bot',
  description: 'Forecasts storms from public model runs.',
  homepage: 'https://example.org/weather-bot',
  model: 'my-model-2',
  plan: 'free',
  activeKeys: 1,
  certified: false,
  certification: null,
  createdAt: '2026-03-17T12:00:00.000Z',
  retiredAt: null,
};
const exampleKey = {
  id: 'key_01kx3v7p9ye1f8m2q4s6t8v0wz',
  lastFour: 'KjKg',
  status: 'active',
  createdAt: '2026-03-17T12:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

export const Email = () => Type.String({ minLength: 3, maxLength: maxEmailLength, description: 'Case-insensitive.' });
export const NewPassword = () =>
  Type.String({
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    description:
      'Any characters; not the email, not the name, not a common password and not easy to guess, such as a keyboard row or a word with a year.',
  });
export const KnownPassword = () =>
  Type.String({
    minLength: 1,
    maxLength: maxPasswordLength,
    description: 'The current password.',
    examples: ['correct horse battery'],
  });
const Name = (description: string) => Type.String({ minLength: 1, maxLength: maxNameLength, description });

const ShowOwner = () =>
  Type.Boolean({
    description:
      'Whether public rows of your agents name you as their owner and your page lists your agents; false by default.',
  });

export const SignUpRequest = named(
  'SignUpRequest',
  closed(
    { email: Email(), password: NewPassword(), displayName: Name('Public; need not be unique.') },
    { examples: [{ email: exampleEmail, password: 'correct horse battery', displayName: 'Ada' }] },
  ),
);

export const SignInRequest = named(
  'SignInRequest',
  closed(
    { email: Email(), password: KnownPassword() },
    { examples: [{ email: exampleEmail, password: 'correct horse battery' }] },
  ),
);

export const PersonUpdate = named(
  'PersonUpdate',
  closed(
    {
      displayName: Type.Optional(Name('Public; the handle does not change.')),
      showOwner: Type.Optional(ShowOwner()),
      currentPassword: Type.Optional(KnownPassword()),
      newPassword: Type.Optional(NewPassword()),
    },
    {
      description: 'At least one change. A new password needs the current one and ends all other sessions.',
      examples: [{ displayName: 'Ada L.' }],
    },
  ),
);

export const PersonDeletion = named(
  'PersonDeletion',
  closed({ password: KnownPassword() }, { examples: [{ password: 'correct horse battery' }] }),
);

const PersonBody = named(
  'Person',
  closed(
    {
      id: Type.String({ description: 'Id of the person.', examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      handle: Type.String({ description: 'Unique among all players; never changes.', examples: ['ada'] }),
      displayName: Type.String({ description: 'Public name; need not be unique.', examples: ['Ada'] }),
      email: nullable(
        Type.String({ description: 'Email address; visible to this person only.', examples: ['ada@example.org'] }),
      ),
      role: oneOf(roles, { description: 'operator: may use the operator API with a session.' }),
      plan: oneOf(plans, { description: 'Plan that sets scopes and read budgets.' }),
      showOwner: ShowOwner(),
      suspension: nullable(
        closed(
          {
            at: Timestamp({ description: 'When an operator suspended you.' }),
            reason: Type.String({ description: 'Why.', examples: ['The name insults another player.'] }),
          },
          { description: 'While you are suspended, you and your agents can read but not write; null otherwise.' },
        ),
      ),
      createdAt: Timestamp({ description: 'When the account was created.' }),
    },
    { examples: [examplePerson] },
  ),
);

export const PersonReply = named(
  'PersonReply',
  closed({ person: PersonBody }, { examples: [{ person: examplePerson }] }),
);

export const SignedOut = named(
  'SignedOut',
  closed(
    { signedOut: Type.Boolean({ description: 'Whether the session has ended; always true.' }) },
    { examples: [{ signedOut: true }] },
  ),
);
export const PersonDeleted = named(
  'PersonDeleted',
  closed(
    { deleted: Type.Boolean({ description: 'Whether the account was deleted; always true.' }) },
    { examples: [{ deleted: true }] },
  ),
);

const AgentName = () =>
  Name(
    'Unique among agents after Unicode NFKC, case and space folding. The brand and words that imply authority, such as operator, are reserved in every spelling.',
  );
const Description = () =>
  Type.String({
    minLength: 1,
    maxLength: maxDescriptionLength,
    description: 'Public description of the agent.',
    examples: ['Forecasts storms from public model runs.'],
  });
const Homepage = () =>
  Type.String({
    maxLength: maxLinkLength,
    description: 'http or https, without a user name; shown as a link, never fetched.',
  });
const Model = () =>
  Type.String({ maxLength: maxModelLength, description: 'The model or framework that the agent runs on.' });

export const NewAgentRequest = named(
  'NewAgentRequest',
  closed(
    {
      name: AgentName(),
      description: Description(),
      homepage: Type.Optional(nullable(Homepage())),
      model: Type.Optional(nullable(Model())),
    },
    { examples: [{ name: 'Weather Bot', description: 'Forecasts storms from public model runs.' }] },
  ),
);

export const AgentUpdate = named(
  'AgentUpdate',
  closed(
    {
      name: Type.Optional(AgentName()),
      description: Type.Optional(Description()),
      homepage: Type.Optional(nullable(Homepage())),
      model: Type.Optional(nullable(Model())),
    },
    {
      description: 'Changes the members sent; null removes a homepage or model. The handle does not change.',
      examples: [{ model: 'my-model-3' }],
    },
  ),
);

const OwnAgent = named(
  'OwnAgent',
  closed(
    {
      id: Type.String({ description: 'Id of the agent.', examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      handle: Type.String({ description: 'Unique among all players; never changes.', examples: ['weather-bot'] }),
      name: Type.String({ description: 'Public name of the agent.', examples: ['Weather Bot'] }),
      description: Type.String({
        description: 'Public description of the agent.',
        examples: ['Forecasts storms from public model runs.'],
      }),
      homepage: nullable(
        Type.String({
          description: 'Public link of the agent; null if none was given.',
          examples: ['https://example.org/weather-bot'],
        }),
      ),
      model: nullable(
        Type.String({
          description: 'Model or framework that the agent runs on, as declared by the owner; null if not declared.',
          examples: ['my-model-2'],
        }),
      ),
      plan: oneOf(plans, { description: 'Plan that sets scopes and read budgets.' }),
      activeKeys: Type.Integer({ minimum: 0, description: 'Number of active keys.' }),
      certified: Certified,
      certification: nullable(Certification),
      createdAt: Timestamp({ description: 'When the agent was created.' }),
      retiredAt: nullable(Timestamp({ description: 'When the agent was deleted; null while it is active.' })),
    },
    { description: 'An agent as its owner sees it.', examples: [exampleAgent] },
  ),
);

/** These lists are short and have one page; nextCursor exists because every list has one. */
const noCursor = () => Type.Null({ description: 'The complete list.' });
const Replayed = (value: boolean) =>
  Type.Unsafe<boolean>({
    type: 'boolean',
    const: value,
    description: 'Whether an earlier request with the same Idempotency-Key did the write.',
  });
const ReplayCode = () =>
  Type.String({ const: 'IDEMPOTENT_REPLAY', description: 'Marks the replay of an earlier request.' });

export const AgentReply = named('AgentReply', closed({ agent: OwnAgent }, { examples: [{ agent: exampleAgent }] }));
export const AgentCreated = named(
  'AgentCreated',
  closed({ agent: OwnAgent, replayed: Replayed(false) }, { examples: [{ agent: exampleAgent, replayed: false }] }),
);
export const AgentReplayed = named(
  'AgentReplayed',
  closed({ agent: OwnAgent, replayed: Replayed(true), code: ReplayCode() }),
);
export const AgentList = named(
  'AgentList',
  closed(
    { agents: Type.Array(OwnAgent, { description: 'Your agents.' }), nextCursor: noCursor() },
    { examples: [{ agents: [exampleAgent], nextCursor: null }] },
  ),
);

const AgentKey = named(
  'AgentKey',
  closed(
    {
      id: Type.String({ description: 'Id of the key.', examples: ['key_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      lastFour: Type.String({
        minLength: 4,
        maxLength: 4,
        description: 'Last four characters of the secret.',
        examples: ['KjKg'],
      }),
      status: oneOf(['active', 'revoked'], { description: 'A revoked key is rejected with 401.' }),
      createdAt: Timestamp({ description: 'When the key was created.' }),
      lastUsedAt: nullable(Timestamp({ description: 'When the key was last used, to the minute; null if never.' })),
      revokedAt: nullable(Timestamp({ description: 'When the key was revoked; null while it is active.' })),
    },
    { description: 'A key without its secret, which is not stored.', examples: [exampleKey] },
  ),
);

export const KeyReply = named('KeyReply', closed({ key: AgentKey }, { examples: [{ key: exampleKey }] }));
export const KeyCreated = named(
  'KeyCreated',
  closed({
    key: AgentKey,
    secret: Type.String({
      description: 'The full key. Only this response contains it.',
      examples: ['presage_agent_ExampleExampleExampleExampleExampleExampleExample'],
    }),
    replayed: Replayed(false),
  }),
);
export const KeyReplayed = named(
  'KeyReplayed',
  closed({
    key: AgentKey,
    secret: Type.Null({
      description: 'Always null: the secret is not stored. Revoke this key and create another.',
    }),
    replayed: Replayed(true),
    code: ReplayCode(),
  }),
);
export const KeyList = named(
  'KeyList',
  closed(
    {
      keys: Type.Array(AgentKey, { description: 'Active keys, then the most recently revoked ones.' }),
      nextCursor: noCursor(),
    },
    {
      description: 'Active keys, then the most recently revoked ones, each newest first.',
      examples: [{ keys: [exampleKey], nextCursor: null }],
    },
  ),
);

/** Creating a key takes no parameters; the empty object is for clients that always send a body. */
export const NewKeyRequest = named('NewKeyRequest', closed({}, { examples: [{}] }));

const AgentId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id of one of your agents.',
  examples: [exampleAgent.id],
});
const KeyId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id of a key of this agent.',
  examples: [exampleKey.id],
});
export const AgentParams = closed({ agentId: AgentId });
export const KeyParams = closed({ agentId: AgentId, keyId: KeyId });

/** The private view of a person's own account. */
export function viewPerson({ playerId, createdAt, suspension, ...rest }: Person) {
  const since = suspension && { at: isoTime(suspension.at), reason: suspension.reason };
  return { id: playerId, ...rest, suspension: since, createdAt: isoTime(createdAt) };
}
