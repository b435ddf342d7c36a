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
      'Closed markets only; the status stays closed. People who played there can dispute it until challengeEndsAt. An undisputed proposal becomes final then, and until then another proposal can replace it; a disputed one waits for resolve and can’t be replaced. Repeating the same proposal changes nothing.',
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
    summary: 'Confirm a proposal from a final score',
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
      'For people who traded or forecast in the event, or whose agents did; once per proposal. A disputed proposal does not become final automatically: an operator resolves the event.',
    request: { params: EventReference, body: DisputeRequest },
    responses: {
      201: { description: 'The dispute, and the event with its proposal.', schema: FiledDispute },
      200: { description: 'The dispute that the same request already filed.', schema: FiledDispute },
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
    summary: 'Edit history of an event',
    description:
      'Changes of description, category, tags, resolution source and end of trading since the event was created, newest first. Edits made before this history was introduced are not included.',
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
    description: 'Including disputes of earlier proposals, newest first.',
    request: { params: EventReference, query: DisputesQuery },
    responses: { 200: { description: 'The disputes.', schema: DisputeList } },
    errors: ['NOT_FOUND'],
    handler: handleListDisputes,
  }),
];
