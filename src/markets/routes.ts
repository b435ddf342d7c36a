import { defineRoute, operatorOnly } from '../http/route.js';
import {
  getMarketPolicy,
  handleCreateEvent,
  handleEditEvent,
  reopenEvent,
  resolutionHandler,
  transitionHandler,
} from './handlers.js';
import { proposalRoutes } from './proposal-routes.js';
import {
  ChangedEvent,
  CorrectRequest,
  CreatedEvent,
  CreateEventRequest,
  DecidedEvent,
  EditEventRequest,
  EventReference,
  MarketPolicy,
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
      'Scheduled if opensAt is in the future, otherwise active. The same request with the same slug, or with the same Idempotency-Key, is a replay: 200 instead of 201. The rules of /api/markets/policy apply: to override a refuse rule send overridePolicy with overrideReason; to acknowledge a review rule send acknowledgePolicy.',
    request: { body: CreateEventRequest },
    responses: {
      201: { description: 'The event.', schema: CreatedEvent },
      200: { description: 'The event that the same request already created.', schema: CreatedEvent },
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
      'Changes the members sent. Title, slug and outcomes never change. Rules of /api/markets/policy that the edit newly triggers apply as they do to a new event.',
    request: { params: EventReference, body: EditEventRequest },
    responses: { 200: { description: 'The event.', schema: ChangedEvent } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'POLICY_EXCLUDED', 'POLICY_REVIEW'],
    handler: handleEditEvent,
  }),
];

const transitions = [
  ['pause', 'Pause a market', 'Active markets only. Open orders stay and can be cancelled; new orders are rejected.'],
  ['resume', 'Resume a paused market', 'Trading continues.'],
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
    summary: 'Reopen a closed market',
    description: 'With a new end of trading. Orders that the close cancelled stay cancelled.',
    request: { params: EventReference, body: ReopenRequest },
    responses: { 200: { description: 'The event.', schema: ChangedEvent } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: reopenEvent,
  }),
];

const resolution = {
  responses: {
    200: { description: 'The event or, with dryRun, the payouts that would result.', schema: DecidedEvent },
  },
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
      'Closes the market if it is open and pays every share. Payouts of a large market follow in chunks; the event shows settling until the last one is done.',
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
      'Closes the market if it is open and reverses the event: every player gets back the net amount paid there. A player with a gain returns it, as in a correction.',
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
      'Pays the difference to the earlier resolution. Credits to be returned are collected from free credits, then from resting buys, newest first (cancelReason correction); the remainder becomes owedCredits, which the treasury advances, so that all other players are paid in full.',
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
    summary: 'Market policy',
    description: 'Rules on integrity and sensitive subjects, as data. Creating an event applies the same rules.',
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
