import { runBounds } from '../../domain/certification/certification.js';
import { type CertifiedClient, withClient } from '../../domain/certification/certified-client.js';
import type { RunEvent } from '../../domain/certification/plan.js';
import { runEventSlug } from '../../domain/certification/run-events.js';
import { type Scenario, scenarios } from '../../domain/certification/scenarios.js';
import { dayMs } from '../../domain/durations.js';
import { microsPerUnit } from '../../domain/units.js';
import type { RunRow } from '../../store/certification/interface.js';
import type { Writes } from '../../store/store.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import { finishRun } from './finish-run.js';

export interface OpenTools extends CreateEventTools {
  /** Returns an unpredictable integer. */
  readonly seed: () => number;
  /** Returns unpredictable letters and digits. */
  readonly randomWord: () => string;
}

export interface OpenCommand {
  readonly playerId: string;
  readonly contractVersion: string;
  /** Results that the client declares in advance. */
  readonly declared: Readonly<Record<string, unknown>> | null;
  /** The client of the run; null if the request does not declare it. */
  readonly client: CertifiedClient | null;
}

type OpenOutcome =
  | { readonly kind: 'opened' | 'running'; readonly run: RunRow }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

const liquidityCredits = 500;

function eventTexts({ title, service }: Scenario) {
  return {
    title: `Certification practice: ${title}`,
    description: `Belongs to one certification run and has no meaning outside it. ${service} It becomes void when the run ends.`,
    category: 'practice',
    tags: ['certification'],
    outcomes: ['Yes', 'No'],
    resolutionSource: { name: 'Certification run', url: '', rule: 'Always void: every credit is refunded.' },
  };
}

/**
 * Creates the practice event of one scenario, so that its faults affect no other player. Its slug reveals nothing about
 * the run.
 */
async function addEvent(writes: Writes, tools: OpenTools, scenario: Scenario, endsAt: number) {
  const slug = runEventSlug(scenario.id, tools.randomWord());
  const outcome = await createEvent(writes, tools, {
    ...eventTexts(scenario),
    slug,
    liquidity: liquidityCredits * microsPerUnit,
    prior: null,
    opensAt: null,
    endsAt,
    demo: false,
    practice: true,
    requestDigest: null,
    actor: 'sandbox',
  });
  if (outcome.kind !== 'created') throw new Error(`event ${slug} was not created: ${JSON.stringify(outcome)}`);
  const found = await writes.events.findById(outcome.eventId);
  if (!found) throw new Error(`event ${slug} was not stored`);
  return { scenario: scenario.id, eventId: outcome.eventId, slug, pubkey: found.event.pubkey } satisfies RunEvent;
}

/** Opens a run, or returns the open one: an agent has one at a time. */
export async function openRun(writes: Writes, tools: OpenTools, command: OpenCommand): Promise<OpenOutcome> {
  const { playerId, contractVersion } = command;
  const declared = withClient(command.declared, command.client);
  await writes.certification.lockPlayer(playerId);
  const now = await writes.operators.now();
  const running = await writes.certification.openOf(playerId);
  if (running && now < running.deadlineAt) return { kind: 'running', run: running };
  if (running) await finishRun(writes, running.runId, null, null);
  const recent = await writes.certification.openedSince(playerId, now - dayMs);
  if (recent.length >= runBounds.perDay) {
    return { kind: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((recent[0] + dayMs - now) / 1000)) };
  }
  const runId = tools.newId('run', now);
  const deadlineAt = now + runBounds.minutes * 60_000;
  const events: RunEvent[] = [];
  for (const scenario of scenarios) events.push(await addEvent(writes, tools, scenario, deadlineAt));
  const run = { runId, playerId, openedAt: now, deadlineAt, seed: tools.seed(), contractVersion, events, declared };
  await writes.certification.add(run);
  return { kind: 'opened', run: { ...run, finished: null } };
}
