import { readLink } from '../../domain/links.js';
import { challengeHoursBounds } from '../../domain/markets/proposal.js';
import { actorOf, requirePlayer } from '../../http/caller.js';
import { invalid, noSuchEvent } from '../../http/errors.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { replyOrReplay } from '../../http/response/replay.js';
import type { RouteInput } from '../../http/route.js';
import { disputeProposal } from '../../operations/markets/dispute-proposal.js';
import { confirmProposal, proposeResolution } from '../../operations/markets/propose-resolution.js';
import { listDisputes } from '../../operations/markets/queries.js';
import type { DisputeRow } from '../../store/markets/interface.js';
import { readTime, showEvent } from './event-reply.js';
import type { DisputeRequest, DisputesQuery, ProposeRequest } from './proposal-schemas.js';
import { readAnswer } from './resolution-handlers.js';
import type { EventReference } from './schemas.js';

function readEvidence({ url, quote }: { readonly url: string; readonly quote: string }) {
  if (url.trim() === '') return { url: '', quote };
  const link = readLink(url);
  if (!link.ok) throw invalid('evidence.url', link.problem);
  return { url: link.value, quote };
}

export async function handlePropose(
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

export async function handleConfirm(
  { params }: RouteInput<{ params: typeof EventReference }>,
  { services, caller }: RequestContext,
) {
  const { eventId } = throwIfRefused(await confirmProposal(services, params.slug, actorOf(caller)));
  return { event: await showEvent(services, eventId) };
}

function viewDispute({ id, proposal, handle, reason, at }: DisputeRow) {
  return { id, proposal, handle, reason, at: new Date(at).toISOString() };
}

export async function handleDispute(
  { params, body }: RouteInput<{ params: typeof EventReference; body: typeof DisputeRequest }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const reason = body.reason.trim();
  const filed = throwIfRefused(await disputeProposal(services, params.slug, playerId, reason));
  const event = await showEvent(services, filed.eventId);
  return replyOrReplay({ dispute: viewDispute(filed.dispute), event }, filed.replayed);
}

export async function handleListDisputes(
  { params, query }: RouteInput<{ params: typeof EventReference; query: typeof DisputesQuery }>,
  { services }: RequestContext,
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
