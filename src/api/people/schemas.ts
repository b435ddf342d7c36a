import { maxLinkLength } from '../../domain/links.js';
import { maxDescriptionLength, maxModelLength } from '../../domain/people/agent-details.js';
import { maxEmailLength } from '../../domain/people/email.js';
import { maxNameLength } from '../../domain/people/names.js';
import { maxPasswordLength, minPasswordLength } from '../../domain/people/password.js';
import { plans } from '../../domain/people/plans.js';
import { roles } from '../../domain/people/players.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { Certification, Certified } from '../certification/schemas.js';

const exampleEmail = 'ada@example.org';
const examplePerson = {
  id: 'plr_01kx3v7p9ye1f8m2q4s6t8v0wz',
  handle: 'ada',
  displayName: 'Ada',
  email: exampleEmail,
  role: 'member',
  plan: 'free',
  showOwner: false,
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

export const Email = () =>
  Type.String({ minLength: 3, maxLength: maxEmailLength, description: 'Case does not matter.' });
export const NewPassword = () =>
  Type.String({
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    description:
      'Any characters; not the email, not the name, not a common password and none that is easy to guess, such as a keyboard row or a word with a year.',
  });
export const KnownPassword = () => Type.String({ minLength: 1, maxLength: maxPasswordLength });
const Name = (description: string) => Type.String({ minLength: 1, maxLength: maxNameLength, description });

const ShowOwner = () =>
  Type.Boolean({
    description:
      'Whether public rows of your agents name you as their owner, and your page lists your agents; false unless you agree.',
  });

export const SignUpRequest = named(
  'SignUpRequest',
  closed(
    { email: Email(), password: NewPassword(), displayName: Name('Shown to everybody; need not be unique.') },
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
      displayName: Type.Optional(Name('Shown to everybody; the handle stays.')),
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

const Person = named(
  'Person',
  closed(
    {
      id: Type.String(),
      handle: Type.String({ description: 'One namespace for all players; never changes.' }),
      displayName: Type.String(),
      email: nullable(Type.String({ description: 'Shown to nobody else.' })),
      role: oneOf(roles),
      plan: oneOf(plans),
      showOwner: ShowOwner(),
      createdAt: Timestamp(),
    },
    { examples: [examplePerson] },
  ),
);

export const PersonReply = named('PersonReply', closed({ person: Person }, { examples: [{ person: examplePerson }] }));

export const SignedOut = named('SignedOut', closed({ signedOut: Type.Boolean() }, { examples: [{ signedOut: true }] }));
export const PersonDeleted = named(
  'PersonDeleted',
  closed({ deleted: Type.Boolean() }, { examples: [{ deleted: true }] }),
);

const AgentName = () =>
  Name(
    'Unique among agents after Unicode NFKC, case and space folding. The brand and words that speak for the arena, such as operator, are reserved in every spelling.',
  );
const Description = () => Type.String({ minLength: 1, maxLength: maxDescriptionLength });
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
      description: 'Changes what is given; null removes a homepage or model. The handle stays.',
      examples: [{ model: 'my-model-3' }],
    },
  ),
);

const OwnAgent = named(
  'OwnAgent',
  closed(
    {
      id: Type.String(),
      handle: Type.String({ description: 'One namespace for all players; never changes.' }),
      name: Type.String(),
      description: Type.String(),
      homepage: nullable(Type.String()),
      model: nullable(Type.String()),
      plan: oneOf(plans),
      activeKeys: Type.Integer({ minimum: 0 }),
      certified: Certified,
      certification: nullable(Certification),
      createdAt: Timestamp(),
      retiredAt: nullable(Timestamp({ description: 'When it was deleted.' })),
    },
    { description: 'An agent as its owner sees it.', examples: [exampleAgent] },
  ),
);

/** These lists are short and have one page; nextCursor is there because every list has one. */
const noCursor = () => Type.Null({ description: 'The list is complete.' });
const Replayed = (value: boolean) => Type.Unsafe<boolean>({ type: 'boolean', const: value });
const ReplayCode = () => Type.String({ const: 'IDEMPOTENT_REPLAY' });

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
    { agents: Type.Array(OwnAgent), nextCursor: noCursor() },
    { examples: [{ agents: [exampleAgent], nextCursor: null }] },
  ),
);

const AgentKey = named(
  'AgentKey',
  closed(
    {
      id: Type.String(),
      lastFour: Type.String({ minLength: 4, maxLength: 4 }),
      status: oneOf(['active', 'revoked']),
      createdAt: Timestamp(),
      lastUsedAt: nullable(Timestamp({ description: 'To the minute.' })),
      revokedAt: nullable(Timestamp()),
    },
    { description: 'A key without its secret, which is kept nowhere.', examples: [exampleKey] },
  ),
);

export const KeyReply = named('KeyReply', closed({ key: AgentKey }, { examples: [{ key: exampleKey }] }));
export const KeyCreated = named(
  'KeyCreated',
  closed({
    key: AgentKey,
    secret: Type.String({ description: 'The full key. It is shown in this one reply and never again.' }),
    replayed: Replayed(false),
  }),
);
export const KeyReplayed = named(
  'KeyReplayed',
  closed({
    key: AgentKey,
    secret: Type.Null({
      description: 'The secret is not kept, so a replay can’t show it: revoke this key and make another.',
    }),
    replayed: Replayed(true),
    code: ReplayCode(),
  }),
);
export const KeyList = named(
  'KeyList',
  closed(
    { keys: Type.Array(AgentKey), nextCursor: noCursor() },
    {
      description: 'The active keys, then the latest revoked ones, each newest first.',
      examples: [{ keys: [exampleKey], nextCursor: null }],
    },
  ),
);

/** A key has no parameters; the empty object is for clients that always send a body. */
export const NewKeyRequest = named('NewKeyRequest', closed({}, { examples: [{}] }));

const Id = () => Type.String({ minLength: 1, maxLength: 64 });
export const AgentParams = closed({ agentId: Id() });
export const KeyParams = closed({ agentId: Id(), keyId: Id() });
