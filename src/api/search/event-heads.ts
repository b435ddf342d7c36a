import { statusAt } from '../../domain/market-status.js';
import { perServices } from '../../http/per-services.js';
import type { Services } from '../../http/services.js';
import { readEventHeads } from '../../operations/search/queries.js';
import type { EventHead } from '../../store/markets/interface.js';
import { statusUnchangedUntil } from '../market-data/events/event-view.js';
import { type StampedEvent, type StampedText, StampedTexts, textsOf } from '../market-data/events/stamped-texts.js';

/**
 * The part of an event hit that all searches share: `text` is the end of its JSON object, after the members that a
 * search adds.
 */
interface StampedHead extends StampedText {
  readonly eventId: string;
  readonly title: string;
  readonly description: string;
}

function headOf({ event, market, stamp }: EventHead, now: number, publicUrl: string): StampedHead {
  const { id, slug, pubkey, category, tags, outcomes, title, description } = event;
  const rest = {
    slug,
    eventPubkey: pubkey,
    category,
    tags,
    status: statusAt(market, now),
    endsAt: new Date(market.endsAt).toISOString(),
    outcomes,
    url: `${publicUrl}/events/${slug}`,
  };
  const until = statusUnchangedUntil(market, now);
  return { eventId: id, title, description, stamp, until, text: JSON.stringify(rest).slice(1) };
}

const maxCharacters = 16_000_000;
const lengthOf = ({ title, description, text }: StampedHead) => title.length + description.length + text.length;
const headsFor = perServices(() => new StampedTexts<StampedHead>(maxCharacters, lengthOf));

/** Returns the heads in this order; only changed events are read from the database. */
export function eventHeads(services: Services, events: readonly StampedEvent[], now: number): Promise<StampedHead[]> {
  return textsOf(headsFor(services), events, now, async eventIds => {
    const heads = await readEventHeads(services, eventIds);
    return new Map(heads.map(head => [head.event.id, headOf(head, now, services.settings.publicUrl)]));
  });
}
