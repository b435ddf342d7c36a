import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { handleCreateEvent, handleEditEvent, reopenEvent, transitionHandler } from './handlers.js';
import { getMarketPolicy } from './policy-handlers.js';
import { MarketPolicy } from './policy-schemas.js';
import { proposalRoutes } from './proposal-routes.js';
import { resolutionHandler } from './resolution-handlers.js';
import {
  ChangedEvent,
  CorrectRequest,
  CreatedEvent,
  CreateEventRequest,
  DecidedEvent,
  EditEventRequest,
  EventReference,
  ReopenRequest,
  ResolveRequest,
  TransitionRequest,
  VoidRequest,
} from './schemas.js';

const ofEvent = '/api/operator/events/{slug}';

const eventRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'createEvent',
    method: 'POST',
    path: '/api/operator/events',
    summary: 'Create an event and fund its market',
    description:
      'Scheduled if opensAt is ahead, else active. The same request with the same slug, or with the same Idempotency-Key, is a replay: 200 instead of 201. The rules of /api/markets/policy apply: those that refuse want overridePolicy with overrideReason, those that ask for a look acknowledgePolicy.',
    request: { body: CreateEventRequest },
    responses: {
      201: { description: 'The event.', schema: CreatedEvent },
      200: { description: 'The event that the same request has made before.', schema: CreatedEvent },
    },
    idempotency: 'handler',
    errors: ['FORBIDDEN', 'NAME_TAKEN', 'POLICY_EXCLUDED', 'POLICY_REVIEW'],
    handler: handleCreateEvent,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'editEvent',
    method: 'PATCH',
    path: ofEvent,
    summary: 'Edit an event',
    description:
      'Changes the members that are sent. Title, slug and outcomes never change. Rules of /api/markets/policy that the event did not meet before apply as they do to a new one.',
    request: { params: EventReference, body: EditEventRequest },
    responses: { 200: { description: 'The event.', schema: ChangedEvent } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'POLICY_EXCLUDED', 'POLICY_REVIEW'],
    handler: handleEditEvent,
  }),
];

const transitions = [
  ['pause', 'Pause a market', 'Active markets only. Open orders stay and can be cancelled; new ones are refused.'],
  ['resume', 'Resume a paused market', 'Trading goes on.'],
  ['close', 'Close a market', 'Active or paused markets. Open orders are cancelled and their reserves released.'],
] as const;

const transitionRoutes = [
  ...transitions.map(([verb, summary, description]) =>
    defineRoute({
      ...operatorOnly,
      id: `${verb}Event`,
      method: 'POST',
      path: `${ofEvent}/${verb}`,
      summary,
      description,
      request: { params: EventReference, body: TransitionRequest, bodyOptional: true },
      responses: { 200: { description: 'The event.', schema: ChangedEvent } },
      errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
      handler: transitionHandler(verb),
    }),
  ),
  defineRoute({
    ...operatorOnly,
    id: 'reopenEvent',
    method: 'POST',
    path: `${ofEvent}/reopen`,
    summary: 'Open a closed market again',
    description: 'With a new end. Orders that the close cancelled stay cancelled.',
    request: { params: EventReference, body: ReopenRequest },
    responses: { 200: { description: 'The event.', schema: ChangedEvent } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: reopenEvent,
  }),
];

const resolution = {
  responses: { 200: { description: 'The event, or with dryRun who would get what.', schema: DecidedEvent } },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
} as const;

const resolutionRoutes = [
  defineRoute({
    ...operatorOnly,
    ...resolution,
    id: 'resolveEvent',
    method: 'POST',
    path: `${ofEvent}/resolve`,
    summary: 'Resolve an event',
    description:
      'Closes the market if it is open and pays every share. Payouts of a large market follow in chunks; the event shows settling until the last one is in.',
    request: { params: EventReference, body: ResolveRequest },
    handler: resolutionHandler('resolve'),
  }),
  defineRoute({
    ...operatorOnly,
    ...resolution,
    id: 'voidEvent',
    method: 'POST',
    path: `${ofEvent}/void`,
    summary: 'Void an event',
    description:
      'Closes the market if it is open and reverses the event: every player gets back what they paid there less what they received. A player who gained gives the gain back, as in a correction.',
    request: { params: EventReference, body: VoidRequest, bodyOptional: true },
    handler: resolutionHandler('void'),
  }),
  defineRoute({
    ...operatorOnly,
    ...resolution,
    id: 'correctEvent',
    method: 'POST',
    path: `${ofEvent}/correct`,
    summary: 'Correct a resolution',
    description:
      'Pays the difference to the earlier answer. What has to be given back is collected from free credits, then from resting buys, the newest first (cancelReason correction); the rest becomes owedCredits, which the treasury advances, so that all others are paid in full.',
    request: { params: EventReference, body: CorrectRequest },
    handler: resolutionHandler('correct'),
  }),
];

const publicRoutes = [
  defineRoute({
    area: 'markets',
    auth: 'none',
    bucket: 'address',
    id: 'getMarketPolicy',
    method: 'GET',
    path: '/api/markets/policy',
    summary: 'What markets are not made on',
    description: 'Rules of integrity and of sensitive subjects, as data. Creating an event applies the same ones.',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The policy.', schema: MarketPolicy } },
    handler: getMarketPolicy,
  }),
];

export const marketRoutes = [
  ...publicRoutes,
  ...eventRoutes,
  ...transitionRoutes,
  ...resolutionRoutes,
  ...proposalRoutes,
];
