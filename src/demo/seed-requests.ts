import type { Store } from '../database/store.js';
import { makeId } from '../kernel/ids.js';
import { seededSource } from '../kernel/random-source.js';
import { dayMs } from '../kernel/time.js';
import { findSimilar } from '../market-requests/file-request.js';
import { failingRules, judgeReadiness, type RequestTexts } from '../market-requests/rules/readiness.js';
import * as marketRequestStore from '../market-requests/store.js';
import { dateText } from './rules/plan.js';
import { type RequestSeed, requestSeeds } from './rules/request-seeds.js';
import type { EnteredPlayer } from './steps.js';

interface RequestTools {
  readonly store: Store;
  readonly players: readonly EnteredPlayer[];
  readonly seed: string;
  /** The time of the seeding. */
  readonly now: number;
}

const microsPerPercent = 10_000;

function textsOf({ days, source, rule, ...seed }: RequestSeed, now: number): RequestTexts {
  const endsAt = (Math.floor(now / dayMs) + days[1]) * dayMs;
  const withDate = (text: string) => text.replaceAll('{end}', dateText(endsAt));
  return {
    question: withDate(seed.question),
    category: seed.category,
    outcomes: seed.outcomes,
    endsAt,
    sourceName: source.name,
    sourceUrl: source.url,
    observationRule: withDate(rule),
    demandEvidence: seed.demand,
    suggestedYes: seed.yes === null ? null : seed.yes * microsPerPercent,
    firstLimitOrderIntent: seed.firstOrder,
  };
}

/** Derived from the seed, so that a resumed seeding finds the requests that exist. */
function idOf(seed: string, index: number, at: number): string {
  const chance = seededSource(`${seed}/request/${index}`);
  return makeId(
    'mrq',
    at,
    Uint8Array.from({ length: 10 }, () => Math.floor(chance.next() * 256)),
  );
}

async function addRequest(tools: RequestTools, request: RequestSeed, index: number): Promise<void> {
  const { store, players, seed, now } = tools;
  const filedAt = Math.floor(now - request.days[0] * dayMs);
  const texts = textsOf(request, now);
  const { duplicates } = await findSimilar({ store, clock: () => filedAt }, texts.question);
  const readiness = judgeReadiness(texts, duplicates, filedAt);
  const id = idOf(seed, index, filedAt);
  const judged = { readinessScore: readiness.score, failingRules: failingRules(readiness) };
  await store.transact(async tx => {
    const personId = players[index % players.length].playerId;
    if (!(await marketRequestStore.add(tx, { ...texts, ...judged, id, personId, demo: true, createdAt: filedAt })))
      return;
    for (let vote = 0; vote < request.votes; vote += 1) {
      await marketRequestStore.addVote(tx, id, players[(index + vote + 1) % players.length].playerId, filedAt);
    }
    if (request.declined === undefined) return;
    const none = { eventId: null, opensAt: null, duplicateOf: null, digest: '', at: filedAt };
    await marketRequestStore.decide(tx, id, { status: 'declined', reason: request.declined, ...none });
  });
}

/** Files the demo requests, marked as such, with votes of house players. Idempotent. */
export async function seedRequests(tools: RequestTools): Promise<void> {
  for (const [index, request] of requestSeeds.entries()) await addRequest(tools, request, index);
}
