import { pick, type Random } from '../../../src/engine/testing/random-orders.js';

const maxPerName = 64;
/** Parameters that take the values of other members. */
const sameAs: Readonly<Record<string, readonly string[]>> = {
  slug: ['slug', 'eventSlug', 'eventPubkey'],
  eventSlug: ['slug', 'eventSlug'],
  slugs: ['slug', 'eventSlug'],
  eventPubkeys: ['eventPubkey'],
  cursor: ['nextCursor'],
  orderId: ['ord_'],
  forecastId: ['fct_'],
  agentId: ['agt_'],
  keyId: ['key_'],
  runId: ['run_'],
  key: ['slug', 'plr_', 'agt_'],
  id: ['slug', 'eventPubkey', 'plr_', 'mrq_'],
  requestId: ['mrq_'],
};
const collected = [
  'slug',
  'eventSlug',
  'eventPubkey',
  'handle',
  'nextCursor',
  'category',
  'clientOrderId',
  'clientForecastId',
];

/** Ids that only their own player can use. */
const ownPrefixes = ['ord_', 'fct_', 'run_', 'key_'];

/** Names, ids and cursors that earlier responses contained. A bounded list per name; new ones replace old ones at random. */
export class KnownValues {
  private readonly lists = new Map<string, string[]>();

  private owner = '';

  constructor(private readonly random: Random) {}

  /** From here on, private ids are collected for this caller, and only its own are returned. */
  actAs(owner: string): void {
    this.owner = owner;
  }

  private listName(name: string): string {
    return ownPrefixes.includes(name) ? `${name} ${this.owner}` : name;
  }

  add(name: string, value: string): void {
    const listName = this.listName(name);
    const list = this.lists.get(listName) ?? [];
    this.lists.set(listName, list);
    if (list.includes(value)) return;
    if (list.length < maxPerName) list.push(value);
    else list[Math.floor(this.random() * maxPerName)] = value;
  }

  /** Adds the names and ids in a response, at any depth. */
  collect(value: unknown, name = ''): void {
    if (typeof value === 'string') {
      if (collected.includes(name)) this.add(name, value);
      const prefix = /^[a-z]{3}_(?=[0-9a-z]{26}$)/.exec(value)?.[0];
      if (prefix) this.add(prefix, value);
    } else if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.collect(item, name);
    else if (value !== null && typeof value === 'object')
      for (const [member, part] of Object.entries(value)) this.collect(part, member);
  }

  /** A value for a parameter or member of this name; undefined if none is known. */
  find(name: string): string | undefined {
    const lists = (sameAs[name] ?? [name]).flatMap(source => this.lists.get(this.listName(source)) ?? []);
    return lists.length === 0 ? undefined : pick(this.random, lists);
  }
}
