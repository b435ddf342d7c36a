import type { Reader } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as activityStore from '../exchange/store/activity.js';
import * as orderStore from '../exchange/store/orders.js';
import * as positionStore from '../exchange/store/positions.js';
import * as forecastStore from '../forecasts/store.js';
import { isoTime } from '../kernel/time.js';
import type { PersonalDataHooks } from './persons.js';
import * as personStore from './store/people.js';
import * as personalDataStore from './store/personal-data.js';
import { type PersonalSection, personalSections } from './store/rows.js';

type ExportContext = Pick<OperationContext, 'store' | 'clock'> & {
  readonly people: { readonly personalData: PersonalDataHooks };
};
type Row = Readonly<Record<string, unknown>>;

/** One page of a section is in memory at a time, and no connection is held while the client reads it. */
const pageSize = 500;

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Uses the member names and time formats of the contract; nested objects stay as stored. */
function exported(row: object): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isTime = /(^at|_at|At)$/.test(name);
      if (isTime && typeof value === 'number') return [camelCase(name), isoTime(value)];
      if (isTime && typeof value === 'string') return [camelCase(name), isoTime(Date.parse(value))];
      return [camelCase(name), value];
    }),
  );
}

async function* storedRows({ store }: ExportContext, section: PersonalSection, personId: string): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const page = await store.read(reader => personalDataStore.page(reader, section, personId, after, pageSize));
    for (const { data } of page) yield data;
    if (page.length < pageSize) return;
    after = page[page.length - 1].key;
  }
}

/** Pages through a list of one player after the other; a page starts after the last row of the previous one. */
async function* playerRows<T extends object>(
  { store }: ExportContext,
  players: readonly string[],
  read: (reader: Reader, playerId: string, last: T | null) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (const playerId of players) {
    let last: T | null = null;
    do {
      const before: T | null = last;
      const page: readonly T[] = await store.read(reader => read(reader, playerId, before));
      yield* page;
      last = page.length < pageSize ? null : page[page.length - 1];
    } while (last !== null);
  }
}

const everyActivity = ['grant', 'order', 'trade', 'cancel', 'settlement', 'refund', 'forecast', 'score'] as const;

/** Play data, through the same reads as the play API. */
function playSections(context: ExportContext, players: readonly string[]): Record<string, AsyncIterable<object>> {
  const limit = pageSize;
  const orderTail = { status: 'all', eventId: null, clientOrderId: null } as const;
  const forecastTail = { status: 'all', eventId: null, clientForecastId: null } as const;
  const positions = (practice: boolean) =>
    playerRows(context, players, async (reader, playerId, last: Row | null) => {
      const after = last && { eventId: last.eventId as string, outcome: last.outcome as number };
      const page = await positionStore.page(reader, { playerId, status: 'all', practice, after, limit });
      return page.map(({ holding }) => ({ ...holding }));
    });
  const activity = (practice: boolean) =>
    playerRows(context, players, (reader, playerId, before: { at: number; id: string } | null) =>
      activityStore.list(reader, playerId, { practice, kinds: everyActivity, before, limit }),
    );
  return {
    accounts: playerRows(context, players, async (reader, playerId, last: object | null) => {
      const account = last === null ? await accountStore.find(reader, playerId) : null;
      return account ? [account] : [];
    }),
    orders: playerRows(context, players, async (reader, playerId, last: { createdAt: number; id: string } | null) => {
      const before = last && { at: last.createdAt, id: last.id };
      const orders = await orderStore.list(reader, { playerId, ...orderTail, before, limit });
      const ids = orders.map(({ id }) => id);
      const fills = await orderStore.fills(reader, playerId, ids);
      return orders.map(order => {
        return { ...order, fills: fills.filter(({ orderId }) => orderId === order.id).map(exported) };
      });
    }),
    positions: positions(false),
    practicePositions: positions(true),
    activity: activity(false),
    practiceActivity: activity(true),
    forecasts: playerRows(context, players, (reader, playerId, before: { at: number; id: string } | null) =>
      forecastStore.list(reader, { playerId, ...forecastTail, before, limit }),
    ),
    requests: playerRows(
      context,
      players,
      (reader, playerId, before: { at: number; requestId: string; routeId: string } | null) =>
        context.people.personalData.listRequests(reader, { playerId, failedOnly: false, routeId: null, before, limit }),
    ),
  };
}

async function writeSection(
  name: string,
  rows: AsyncIterable<object>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await write(`,\n${JSON.stringify(name)}: [`);
  let buffer = '';
  let first = true;
  for await (const row of rows) {
    buffer += `${first ? '\n' : ',\n'}${JSON.stringify(exported(row))}`;
    first = false;
    if (buffer.length < 64_000) continue;
    await write(buffer);
    buffer = '';
  }
  await write(`${buffer}]`);
}

const units =
  'Credits and shares are integer millionths, probabilities millionths, prices basis points; times are ISO 8601 in UTC.';

/**
 * Writes everything stored about a person and their agents as one JSON object, section by section. Sections are read
 * one after the other, so they are not from one snapshot. False: the account was deleted.
 */
export async function exportPerson(
  context: ExportContext,
  personId: string,
): Promise<((write: (text: string) => Promise<void>) => Promise<void>) | null> {
  const { store, clock } = context;
  const { person, players } = await store.read(async reader => ({
    person: await personStore.find(reader, personId),
    players: await personalDataStore.playersOf(reader, personId),
  }));
  if (!person) return null;
  return async write => {
    const head = { format: 'presage-personal-data/1', exportedAt: isoTime(clock()), units, person: exported(person) };
    await write(JSON.stringify(head, null, 1).slice(0, -2));
    for (const section of personalSections) await writeSection(section, storedRows(context, section, personId), write);
    for (const [name, rows] of Object.entries(playSections(context, players))) await writeSection(name, rows, write);
    await write('\n}\n');
  };
}
