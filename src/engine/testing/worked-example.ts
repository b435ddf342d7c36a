// The example of docs/engine.md: one market, three players with resting orders, and one order that fills against all
// of them.

import { microsPerUnit } from '../../kernel/units.js';
import type { Placed } from '../place-order.js';
import { takeStep } from '../walk.js';
import { startWalk } from '../walk-state.js';
import { type Ask, type Desk, grant, mustPlace, openDesk } from './memory-desk.js';

export const yes = 0;
export const no = 1;
export const dansOrder: Ask = { outcome: yes, side: 'buy', credits: 500, limitBps: 6_500 };

interface WorkedExample {
  readonly desk: Desk;
  readonly ada: Placed;
}

/** The market just before Dan's order. */
export function beforeDan(): WorkedExample {
  const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
  for (const player of ['ada', 'bob', 'dan']) grant(desk, player, 10_000);
  const ada = mustPlace(desk, 'ada', { outcome: yes, side: 'buy', credits: 100, limitBps: 6_000 });
  mustPlace(desk, 'bob', { outcome: no, side: 'buy', credits: 120, limitBps: 4_000 });
  mustPlace(desk, 'ada', { outcome: yes, side: 'sell', shares: 50, limitBps: 5_800 });
  return { desk, ada };
}

interface Stage {
  /** The event that ends the stage. */
  readonly end: string;
  /** Credits that Dan pays and shares that he gets, first from the maker, then from counter orders. */
  readonly maker: { readonly credits: number; readonly shares: number };
  readonly counters: { readonly credits: number; readonly shares: number };
  readonly price: number;
}

/** Dan's walk, event by event, in credits and shares. */
export function stagesOfDan(): Stage[] {
  const { desk } = beforeDan();
  const { outcome, side, limitBps, credits = 0 } = dansOrder;
  const amount = credits * microsPerUnit;
  const walk = startWalk({ book: desk.book, outcome, side, limitBps, amount, playerId: 'dan', now: desk.now });
  const stages: Stage[] = [];
  for (let end = ''; end !== 'limit' && !walk.usedUp; ) {
    const { makerCredits, makerShares, counterCredits, counterShares } = walk;
    end = takeStep(walk);
    const since = (now: number, before: number) => (now - before) / microsPerUnit;
    stages.push({
      end,
      maker: { credits: since(walk.makerCredits, makerCredits), shares: since(walk.makerShares, makerShares) },
      counters: {
        credits: since(walk.counterCredits, counterCredits),
        shares: since(walk.counterShares, counterShares),
      },
      price: Math.exp(walk.logOwn),
    });
  }
  return stages;
}
