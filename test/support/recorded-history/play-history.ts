import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { DeskCommand } from '../../../src/exchange/desk/decide-command.js';
import { WriteDesk } from '../../../src/exchange/desk/write-desk.js';
import { newId } from '../../../src/http/request-id.js';
import { runDue } from '../../../src/markets/transition-event.js';
import { aPracticeEvent } from '../builders/practice-builders.js';
import type { OperatorService } from '../operator-service.js';
import type { TestAgent } from '../test-service.js';

type Place = Extract<DeskCommand, { kind: 'place' }>;
type Changes = Partial<Place['order']>;

/** The players of the history and all their orders. */
export interface PlayedHistory {
  readonly agents: readonly TestAgent[];
  readonly commands: readonly Place[];
}

const hourMs = 3_600_000;

function placing(commands: Place[], agent: TestAgent, eventId: string, changes: Changes): Place {
  const order = {
    outcome: 0,
    side: 'buy',
    amount: 25_000_000,
    limitBps: 9999,
    timeInForce: 'GTC',
    expiresAt: null,
    ifSequence: null,
    ...changes,
  } as const;
  const command: Place = {
    kind: 'place',
    playerId: agent.playerId,
    ownerId: agent.playerId,
    eventId,
    clientOrderId: `history-${commands.length + 1}`,
    bodyDigest: createHash('sha256').update(JSON.stringify(order)).digest('hex'),
    order,
  };
  commands.push(command);
  return command;
}

interface Stage {
  readonly service: OperatorService;
  readonly desk: WriteDesk;
  readonly commands: Place[];
  readonly agents: readonly TestAgent[];
}

/** Places orders in one transaction, in this order. */
async function batch({ desk, service, commands }: Stage, orders: readonly [TestAgent, string, Changes][]) {
  service.clock.forward(1_000);
  const outcomes = await Promise.all(
    orders.map(([agent, eventId, changes]) => desk.submit(placing(commands, agent, eventId, changes))),
  );
  return outcomes.map(outcome => {
    if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
    return outcome.result;
  });
}

async function trade(stage: Stage, eventId: string): Promise<void> {
  const [ann, bob, cid] = stage.agents;
  const [bought] = await batch(stage, [[ann, eventId, { amount: 400_000_000 }]]);
  // Partial fills of a resting sell by two takers.
  const [ask] = await batch(stage, [
    [ann, eventId, { side: 'sell', amount: Math.floor(bought.order.filledShares / 2), limitBps: 7000 }],
  ]);
  expect(ask.order.status).toBe('open');
  await batch(stage, [[bob, eventId, { amount: 300_000_000, limitBps: 7000 }]]);
  await batch(stage, [[cid, eventId, { amount: 150_000_000, limitBps: 7200 }]]);
  // Two orders of one player in one transaction; the second trades with the first one's companion.
  await batch(stage, [
    [bob, eventId, { amount: 80_000_000, limitBps: 4000 }],
    [bob, eventId, { outcome: 1, amount: 60_000_000, limitBps: 2500 }],
    [cid, eventId, { outcome: 1, amount: 200_000_000 }],
  ]);
  // A self-trade cancels the resting sell that the buy reaches.
  const [more] = await batch(stage, [[cid, eventId, { amount: 90_000_000 }]]);
  await batch(stage, [
    [cid, eventId, { side: 'sell', amount: Math.floor(more.order.filledShares / 3), limitBps: 8500 }],
    [cid, eventId, { amount: 900_000_000, limitBps: 9000 }],
  ]);
}

async function end(stage: Stage, eventId: string): Promise<void> {
  const { service, desk } = stage;
  const [ann, bob, cid] = stage.agents;
  await batch(stage, [[ann, eventId, { timeInForce: 'FOK', amount: 9_000_000_000, limitBps: 9500 }]]);
  await batch(stage, [[bob, eventId, { timeInForce: 'FOK', amount: 10_000_000 }]]);
  await batch(stage, [[cid, eventId, { timeInForce: 'IOC', amount: 2_000_000_000, limitBps: 9300 }]]);
  await batch(stage, [[ann, eventId, { amount: 40_000_000, limitBps: 800, expiresAt: service.clock.now() + 60_000 }]]);
  service.clock.forward(hourMs);
  await runDue({ store: service.store, newId }, 'expire', () => true);
  const [resting] = await batch(stage, [[bob, eventId, { amount: 30_000_000, limitBps: 700 }]]);
  service.clock.forward(1_000);
  await desk.submit({ kind: 'cancel', playerId: bob.playerId, eventId, orderId: resting.order.id });
  // A placed and filled in part by the next order of the transaction.
  await batch(stage, [
    [ann, eventId, { amount: 50_000_000, limitBps: 6000 }],
    [bob, eventId, { side: 'sell', amount: 20_000_000, limitBps: 1 }],
  ]);
}

async function practise(stage: Stage): Promise<void> {
  const [ann, bob] = stage.agents;
  const { id, slug } = await aPracticeEvent(stage.service);
  await batch(stage, [
    [ann, id, { amount: 20_000_000 }],
    [bob, id, { outcome: 1, amount: 30_000_000, limitBps: 4000 }],
  ]);
  await batch(stage, [[ann, id, { amount: 25_000_000 }]]);
  expect(
    (await stage.service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'x' })).status,
  ).toBe(200);
}

/**
 * Resolves, corrects and voids; debts arise and are repaid by a trade of a resting order, by a grant and by a
 * settlement.
 */
async function settle(stage: Stage, event: { slug: string; id: string }): Promise<void> {
  const { service, desk } = stage;
  const [ann, bob, cid] = stage.agents;
  const other = await service.anEvent({ liquidityCredits: 5_000 });
  const [held] = await batch(stage, [[ann, other.id, { amount: 3_000_000_000 }]]);
  expect(
    (await service.operate('POST', `/events/${event.slug}/resolve`, { winningOutcomeIndex: 0, source: 'x' })).status,
  ).toBe(200);
  const { available } = held;
  await batch(stage, [[ann, other.id, { outcome: 1, amount: Math.floor(available / 2) }]]);
  await batch(stage, [
    [ann, other.id, { side: 'sell', amount: Math.floor(held.order.filledShares / 4), limitBps: 6500 }],
  ]);
  const rest = await service.available(ann);
  await batch(stage, [
    [ann, other.id, { amount: Math.floor(rest * 500_000), limitBps: 100 }],
    [ann, other.id, { amount: Math.floor(rest * 499_000), limitBps: 9900 }],
  ]);
  const corrected = await service.operate('POST', `/events/${event.slug}/correct`, {
    winningOutcomeIndex: 1,
    source: 'x',
  });
  expect(corrected.status, corrected.text).toBe(200);
  await batch(stage, [[bob, other.id, { amount: 900_000_000 }]]);
  await batch(stage, [[cid, other.id, { amount: 40_000_000 }]]);
  service.clock.forward(24 * hourMs);
  for (const agent of stage.agents) await desk.submit({ kind: 'creditGrants', playerId: agent.playerId, counts: null });
  expect((await service.operate('POST', `/events/${other.slug}/void`, {})).status).toBe(200);
}

/** Runs a history that covers every kind of order, entry and message. It is the same on each run, apart from ids. */
export async function playHistory(service: OperatorService): Promise<PlayedHistory> {
  const pause = () => Promise.resolve();
  const agents = [await service.anAgent(), await service.anAgent(), await service.anAgent()];
  const desk = new WriteDesk({ store: service.store, newId, pause, yieldToEventLoop: pause });
  const stage: Stage = { service, desk, commands: [], agents };
  const event = await service.anEvent();
  await trade(stage, event.id);
  await end(stage, event.id);
  await practise(stage);
  await settle(stage, event);
  return { agents, commands: stage.commands };
}

const idPattern = /\b[a-z]{3}[_-][0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** Numbers ids by first appearance, so that two runs of the history compare equal. */
function numberIds(text: string): string {
  const numbers = new Map<string, string>();
  return text.replace(idPattern, id => {
    const key = id.replace('-', '_');
    const known = numbers.get(key) ?? `${key.slice(0, 3)}#${numbers.size + 1}`;
    numbers.set(key, known);
    return known;
  });
}

/** All data of the history that the players can see: activity, orders, private messages, and replays of all orders. */
export async function readHistory(service: OperatorService, { agents, commands }: PlayedHistory): Promise<string[]> {
  const pause = () => Promise.resolve();
  const lines: string[] = [];
  for (const agent of agents) {
    const read = async (path: string) => {
      const reply = await service.call('GET', path, { headers: agent.headers });
      expect(reply.status, reply.text).toBe(200);
      lines.push(`${path.replace(/key=[^&]*&/, '')} ${reply.text}`);
    };
    await read('/api/play/v1/activity?limit=200');
    await read('/api/play/v1/activity?limit=200&practice=true');
    await read('/api/play/v1/orders?status=all&limit=200');
    await read('/api/play/v1/positions?limit=200&status=all');
    await read(`/api/v1/streams/replay?channel=user&key=${agent.playerId.replace('_', '-')}&afterSequence=0`);
    await read(`/api/v1/streams/replay?channel=user&key=${agent.playerId.replace('_', '-')}&afterSequence=7`);
  }
  const desk = new WriteDesk({ store: service.store, newId, pause, yieldToEventLoop: pause });
  for (const command of commands) {
    const outcome = await desk.submit(command);
    expect(outcome.kind).toBe('replayed');
    lines.push(JSON.stringify(outcome));
  }
  // Public keys of events are random too.
  const text = lines.join('\n').replace(/"eventPubkey":"[^"]*"/g, '"eventPubkey":""');
  return numberIds(text).split('\n');
}
