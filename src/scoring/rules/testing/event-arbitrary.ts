import fc from 'fast-check';
import type { ForecastChange } from '../forecast-history.js';
import type { PriceStep } from '../price-path.js';
import type { ResolvedEvent } from '../score-forecasts.js';

const percent = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 50, 100, 33.3333) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1_000_000 }).map(millionths => millionths / 10_000) },
);

function payouts(outcomes: number, winner: number, split: boolean): number[] {
  if (!split) return Array.from({ length: outcomes }, (_, k) => (k === winner ? 10_000 : 0));
  const each = Math.floor(10_000 / outcomes);
  return Array.from({ length: outcomes }, (_, k) => (k === winner ? 10_000 - each * (outcomes - 1) : each));
}

interface Kind {
  readonly split?: boolean;
  readonly minOutcomes?: number;
  readonly maxOutcomes?: number;
}

/** An event with a life from a few milliseconds to years, and prices that jump before, within and after it. */
export function anEvent({ split, minOutcomes = 2, maxOutcomes = 4 }: Kind = {}): fc.Arbitrary<ResolvedEvent> {
  return fc
    .record({
      outcomes: fc.integer({ min: minOutcomes, max: maxOutcomes }),
      opensAtMs: fc.integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }),
      lifeMs: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100_000_000_000 })),
      winner: fc.nat({ max: maxOutcomes }),
      isSplit: split === undefined ? fc.boolean() : fc.constant(split),
      steps: fc.array(
        fc.record({
          share: fc.double({ min: 0, max: 1.2, noNaN: true }),
          pricesBps: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: maxOutcomes, maxLength: maxOutcomes }),
        }),
        { maxLength: 12 },
      ),
    })
    .map(({ outcomes, opensAtMs, lifeMs, winner, isSplit, steps }) => {
      const opening: PriceStep = { atMs: opensAtMs - 5, pricesBps: Array<number>(outcomes).fill(5_000) };
      const later = steps
        .map(({ share, pricesBps }): PriceStep => {
          return { atMs: opensAtMs + Math.floor(share * lifeMs), pricesBps: pricesBps.slice(0, outcomes) };
        })
        .sort((a, b) => a.atMs - b.atMs);
      const payoutBps = payouts(outcomes, winner % outcomes, isSplit);
      return { opensAtMs, effectiveCloseAtMs: opensAtMs + lifeMs, payoutBps, prices: [opening, ...later] };
    });
}

/** A player's actions on the event: before it opened, while it was open and after its close. */
function aHistory(event: ResolvedEvent, minLength = 0): fc.Arbitrary<ForecastChange[]> {
  const { opensAtMs, effectiveCloseAtMs, payoutBps } = event;
  const lifeMs = effectiveCloseAtMs - opensAtMs;
  const change = fc.record({
    share: fc.oneof(fc.constantFrom(-0.1, 0, 0.5, 1), fc.double({ min: -0.1, max: 1.1, noNaN: true })),
    outcome: fc.integer({ min: 0, max: payoutBps.length - 1 }),
    probability: fc.option(percent, { freq: 4 }),
  });
  return fc.array(change, { minLength, maxLength: 8 }).map(changes =>
    changes.map(({ share, outcome, probability }, index) => ({
      id: `fct_${String(index).padStart(3, '0')}`,
      atMs: opensAtMs + Math.floor(share * lifeMs),
      outcome,
      probability,
    })),
  );
}

export function anEventWithHistories(
  players: number,
  kind: Kind = {},
): fc.Arbitrary<{ event: ResolvedEvent; histories: ForecastChange[][] }> {
  return anEvent(kind).chain(event =>
    fc.record({
      event: fc.constant(event),
      histories: fc.array(aHistory(event), { minLength: 1, maxLength: players }),
    }),
  );
}
