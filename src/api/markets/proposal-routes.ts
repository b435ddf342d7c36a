import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getEdits } from './edit-handlers.js';
import { EditsQuery, EventEdits } from './edit-schemas.js';
import { handleConfirm, handleDispute, handleListDisputes, handlePropose } from './proposal-handlers.js';
import { DisputeList, DisputeRequest, DisputesQuery, FiledDispute, ProposeRequest } from './proposal-schemas.js';
import { ChangedEvent, EventReference } from './schemas.js';

const ofEvent = '/api/operator/events/{slug}';

export const proposalRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'proposeResolution',
    method: 'POST',
    path: `${ofEvent}/propose`,
    summary: 'Propose a resolution',
    description:
      'Closed markets only; the status stays closed. People who played there can dispute it until challengeEndsAt. Undisputed, it is final then; disputed, it waits for resolve, and no other proposal replaces it. Undisputed, another proposal replaces it, and the same one again changes nothing.',
    request: { params: EventReference, body: ProposeRequest },
    responses: { 200: { description: 'The event with its proposal.', schema: ChangedEvent } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: handlePropose,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'confirmProposal',
    method: 'POST',
    path: `${ofEvent}/propose/confirm`,
    summary: 'Confirm a proposal that a final score made',
    description: 'Starts its challenge window. Confirming again changes nothing.',
    request: { params: EventReference },
    responses: { 200: { description: 'The event with its proposal.', schema: ChangedEvent } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: handleConfirm,
  }),
  defineRoute({
    area: 'markets',
    auth: 'required',
    callers: ['person'],
    bucket: 'address',
    id: 'disputeResolution',
    method: 'POST',
    path: '/api/events/{slug}/disputes',
    summary: 'Dispute a proposed resolution',
    description:
      'For people who traded or forecast in the event, or whose agents did; once for each proposal. A disputed proposal is not final by itself: an operator decides.',
    request: { params: EventReference, body: DisputeRequest },
    responses: {
      201: { description: 'The dispute, and the event with its proposal.', schema: FiledDispute },
      200: { description: 'The dispute that the same request has filed before.', schema: FiledDispute },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: handleDispute,
  }),
  defineRoute({
    area: 'markets',
    auth: 'none',
    bucket: 'address',
    id: 'listEventEdits',
    method: 'GET',
    path: '/api/events/{slug}/edits',
    summary: 'What was changed in an event',
    description:
      'The history of description, category, tags, resolution source and end of trading since the event was created, newest first. Edits before this history was introduced are not in it.',
    request: { params: EventReference, query: EditsQuery },
    responses: { 200: { description: 'The edits.', schema: EventEdits } },
    errors: ['NOT_FOUND'],
    handler: getEdits,
  }),
  defineRoute({
    area: 'markets',
    auth: 'none',
    bucket: 'address',
    id: 'listDisputes',
    method: 'GET',
    path: '/api/events/{slug}/disputes',
    summary: 'Disputes of an event',
    description: 'Those of earlier proposals too, the newest first.',
    request: { params: EventReference, query: DisputesQuery },
    responses: { 200: { description: 'The disputes.', schema: DisputeList } },
    errors: ['NOT_FOUND'],
    handler: handleListDisputes,
  }),
];
