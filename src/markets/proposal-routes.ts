import type { EventServices } from '../events/event-references.js';
import { challengeHoursBounds } from '../events/rules/proposal.js';
import { EventSchema } from '../events/schemas.js';
import type { DisputeRow } from '../events/store/rows.js';
import { actorOf, requirePlayer } from '../http/caller.js';
import { invalid, noSuchEvent, throwIfRefused } from '../http/errors.js';
import { defineRoute, type HttpServices, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import { Cursor, closed, exactlyOne, Limit, NextCursor, named, ruled, Timestamp, Type } from '../http/schema.js';
import { replayMembers, replyOrReplay } from '../http/write-result.js';
import { maxLinkLength, readLink } from '../kernel/links.js';
import { Handle } from '../players/player-view.js';
import { listDisputes } from './edit-event.js';
import { getEdits, readAnswer, readTime, showEvent } from './handlers.js';
import { confirmProposal, disputeProposal, proposeResolution } from './proposals.js';
import { ChangedEvent, decisionMembers, EditsQuery, EventEdits, EventReference } from './schemas.js';

const ProposeRequest = named(
  'ProposeRequest',
  ruled(
    closed(
      {
        ...decisionMembers,
        evidence: closed(
          {
            url: Type.String({
              maxLength: maxLinkLength,
              description: 'Page that shows the outcome: http or https; empty if there is none.',
              examples: ['https://www.metoffice.gov.uk/observations'],
            }),
            quote: Type.String({
              minLength: 1,
              maxLength: 1000,
              description: 'Decisive words or figures.',
              examples: ['Rainfall: 4.2 mm'],
            }),
          },
          { description: 'Evidence for the proposal.' },
        ),
        challengeHours: Type.Optional(
          Type.Number({
            minimum: challengeHoursBounds.min,
            maximum: challengeHoursBounds.max,
            default: challengeHoursBounds.default,
            description: 'Hours during which people can dispute it; without a dispute it then becomes final.',
          }),
        ),
      },
      {
        description: 'Exactly one of winningOutcomeIndex and payoutBps.',
        examples: [
          {
            winningOutcomeIndex: 0,
            source: 'https://www.metoffice.gov.uk',
            evidence: { url: 'https://www.metoffice.gov.uk/observations', quote: 'Rainfall: 4.2 mm' },
            challengeHours: 24,
          },
        ],
      },
    ),
    exactlyOne('winningOutcomeIndex', 'payoutBps'),
  ),
);

const DisputeRequest = named(
  'DisputeRequest',
  closed({
    reason: Type.String({
      minLength: 10,
      maxLength: 2000,
      description: 'Why the proposed resolution is wrong, with a source.',
      examples: ['The station at Heathrow reports 0.0 mm; the quoted figure is from Kew.'],
    }),
  }),
);

const Dispute = named(
  'Dispute',
  closed({
    id: Type.String({ description: 'Id of the dispute.', examples: ['dsp_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    proposal: Type.Integer({
      minimum: 1,
      description: 'Number of the disputed proposal, starting at 1.',
    }),
    handle: Handle,
    reason: Type.String({
      description: 'Reason given; empty if the person has left the arena.',
      examples: ['The station at Heathrow reports 0.0 mm; the quoted figure is from Kew.'],
    }),
    at: Timestamp({ description: 'When it was filed.' }),
  }),
);

const FiledDispute = named(
  'FiledDispute',
  closed({
    dispute: Dispute,
    ...replayMembers('true: it was already filed, and nothing has changed.'),
    event: EventSchema,
  }),
);

const DisputeList = named(
  'DisputeList',
  closed({
    disputes: Type.Array(Dispute, { description: 'Newest first.' }),
    nextCursor: NextCursor,
  }),
);

const DisputesQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

function readEvidence({ url, quote }: { readonly url: string; readonly quote: string }) {
  if (url.trim() === '') return { url: '', quote };
  const link = readLink(url);
  if (!link.ok) throw invalid('evidence.url', link.problem);
  return { url: link.value, quote };
}

async function handlePropose(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof ProposeRequest }>,
  { services, caller }: RequestContext,
) {
  const { source = '', note = '', challengeHours = challengeHoursBounds.default } = body;
  const command = {
    answer: readAnswer('resolve', body),
    source,
    note,
    effectiveCloseAt: body.effectiveCloseAt === undefined ? null : readTime('effectiveCloseAt', body.effectiveCloseAt),
    evidence: readEvidence(body.evidence),
    challengeHours,
  };
  const { eventId } = throwIfRefused(await proposeResolution(services, params.slug, command, actorOf(caller)));
  return { event: await showEvent(services, eventId) };
}

async function handleConfirm(
  { params }: RouteInput<{ params: typeof EventReference }>,
  { services, caller }: RequestContext,
) {
  const { eventId } = throwIfRefused(await confirmProposal(services, params.slug, actorOf(caller)));
  return { event: await showEvent(services, eventId) };
}

function viewDispute({ id, proposal, handle, reason, at }: DisputeRow) {
  return { id, proposal, handle, reason, at: new Date(at).toISOString() };
}

async function handleDispute(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof DisputeRequest }>,
  { services, caller }: RequestContext<HttpServices & EventServices>,
) {
  const { playerId } = requirePlayer(caller);
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const reason = body.reason.trim();
  const filed = throwIfRefused(await disputeProposal(services, params.slug, playerId, reason));
  const event = await showEvent(services, filed.eventId);
  return replyOrReplay({ dispute: viewDispute(filed.dispute), event }, filed.replayed);
}

async function handleListDisputes(
  { params, query }: RouteInput<{ params: typeof EventReference; query: typeof DisputesQuery }>,
  { services }: RequestContext<HttpServices & EventServices>,
) {
  const { cursor, limit = 50 } = query;
  const before = cursor === undefined ? null : services.cursors.read<string>('disputes', [params.slug], cursor);
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const rows = await listDisputes(services, names.id, before, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? services.cursors.write('disputes', [params.slug], last.id) : null;
  return { disputes: page.map(viewDispute), nextCursor };
}

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
