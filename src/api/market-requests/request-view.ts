import { readOutcomes } from '../../domain/market-requests/read-outcomes.js';
import type { RequestTexts } from '../../domain/market-requests/request.js';
import { readPublicLink } from '../../domain/market-requests/source-url.js';
import { microsPerUnit } from '../../domain/units.js';
import type { Static } from '../../http/schema.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import { requireValid } from '../people/caller.js';
import type { MarketDraft } from './request-schemas.js';

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** One line without control characters or surrounding white space; null for an empty one. */
function lineOf(text: string | undefined): string | null {
  const line = (text ?? '').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === '' ? null : line;
}

/** Several lines without other control characters; null for an empty text. */
function linesOf(text: string | undefined): string | null {
  const lines = (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return lines === '' ? null : lines;
}

const millionthsPerPercent = microsPerUnit / 100;

/** Converts the body of a draft; throws INVALID_PAYLOAD for outcomes that can't be labels. */
export function readTexts(body: Static<typeof MarketDraft>): RequestTexts {
  const { end_timestamp: end, suggested_yes_probability: percent } = body;
  return {
    question: lineOf(body.question) ?? '',
    category: lineOf(body.category),
    outcomes: requireValid('outcomes', readOutcomes(body.outcomes ?? '')),
    endsAt: end === undefined ? null : end * 1000,
    sourceName: lineOf(body.source_name),
    sourceUrl: lineOf(body.source_url),
    observationRule: linesOf(body.observation_rule),
    demandEvidence: linesOf(body.demand_evidence),
    suggestedYes: percent === undefined ? null : Math.round(percent * millionthsPerPercent),
    firstLimitOrderIntent: body.first_limit_order_intent ?? false,
  };
}

/** Omits a stored URL that may not be published as a link. */
const publicLink = (url: string | null) => (url !== null && readPublicLink(url).ok ? url : null);

export function viewRequest(request: MarketRequest) {
  return {
    id: request.id,
    question: request.question,
    category: request.category,
    outcomes: request.outcomes,
    endsAt: isoOrNull(request.endsAt),
    source: { name: request.sourceName, url: publicLink(request.sourceUrl) },
    observationRule: request.observationRule,
    demandEvidence: request.demandEvidence,
    suggestedYesProbability: request.suggestedYes === null ? null : request.suggestedYes / millionthsPerPercent,
    firstLimitOrderIntent: request.firstLimitOrderIntent,
    status: request.status,
    reason: request.reason,
    votes: request.votes,
    readinessScore: request.readinessScore,
    eventSlug: request.eventSlug,
    duplicateOf: request.duplicateOf,
    requestedBy: { handle: request.handle, kind: request.kind },
    demo: request.demo,
    createdAt: new Date(request.createdAt).toISOString(),
  };
}
