import { randomBytes } from 'node:crypto';
import { microsToWire } from '../../domain/units.js';
import type { CachedText } from '../../http/cached-text.js';
import type { LiveMarket } from '../../operations/exchange/live/live-market.js';
import type { PastFigure } from '../../operations/market-data/past-timeline.js';

/**
 * Slots mark the places in a serialized view where a figure depends on the look-back. The rest of the view is
 * serialized once for all look-backs, so a new look-back in every request costs little more than a repeated one.
 */

/** Random, so that no text of an event can contain it. */
const mark = randomBytes(12).toString('hex');
const slot = new RegExp(`"${mark}([cvt])(\\d*)"`);

export const changeSlot = (outcome: number) => `${mark}c${outcome}`;
export const volumeSlot = (outcome: number) => `${mark}v${outcome}`;
export const totalSlot = `${mark}t`;

/** Texts between slots, each followed by the kind and outcome of the slot. */
const split = new WeakMap<CachedText, readonly string[]>();

function piecesOf(template: CachedText): readonly string[] {
  const pieces = split.get(template) ?? template.text.split(slot);
  split.set(template, pieces);
  return pieces;
}

/** Completes a view with the figures of one look-back. */
export function fillSlots(template: CachedText, { market }: LiveMarket, past: PastFigure): string {
  const pieces = piecesOf(template);
  const traded = (outcome: number) => market.outcomeVolumes[outcome] - past.outcomeVolumes[outcome];
  let text = pieces[0];
  for (let at = 1; at < pieces.length; at += 3) {
    const [kind, outcome] = [pieces[at], Number(pieces[at + 1])];
    if (kind === 'c') text += market.priceBps[outcome] - past.priceBps[outcome];
    else if (kind === 'v') text += microsToWire(traded(outcome));
    else text += microsToWire(market.outcomeVolumes.reduce((sum, _volume, index) => sum + traded(index), 0));
    text += pieces[at + 2];
  }
  return text;
}
