import {
  earlyReturns,
  judgeInvalidOrder,
  judgeRateLimited,
  judgeReplyLost,
  judgeServerErrors,
  judgeUnknownNotPlaced,
  judgeUnknownPlaced,
  respondedAt,
} from './judge-retries.js';
import { type ScenarioId, scenarios } from './scenarios.js';
import {
  after,
  type Case,
  effectsOf,
  entriesOf,
  failed,
  isAccepted,
  isReading,
  type Judge,
  namesOf,
  newIds,
  notTried,
  ordersOf,
  passed,
  reportedBy,
  sameIdAdvice,
  seconds,
  type TraceEntry,
  type TraceKind,
  type Verdict,
  waiting,
  withFault,
} from './trace.js';

// Judges how a client handles a market or a key that changes during play.

/** The task is to buy once. */
function boughtTwice(orders: readonly TraceEntry[]): string | null {
  const effects = effectsOf(orders);
  return effects > 1 ? `${effects} orders were placed instead of one` : null;
}

const answered = ({ clientId, status, code }: TraceEntry) =>
  `${clientId} received ${status === null ? 'no response yet' : `${status} ${code ?? ''}`.trim()}`;

const judgeStaleBook: Judge = state => {
  const orders = ordersOf(state.trace, 'stale-book');
  if (orders.length === 0) return notTried;
  const stale = orders.find(order => order.code === 'STALE_ORDERBOOK');
  if (!stale) {
    const bare = orders.find(order => order.sequence === null);
    return bare
      ? waiting(
          state,
          [`${bare.clientId} had no ifSequence, so it could not be stale`],
          'no order had ifSequence',
          'Send the sequence of your preview as ifSequence.',
        )
      : waiting(state, orders.map(answered), 'the stale book never occurred', 'Send a valid order.');
  }
  const evidence = `${stale.clientId} with ifSequence ${stale.sequence} was rejected with 409 STALE_ORDERBOOK`;
  const next = orders.find(after(stale));
  const isNews = ({ sequence }: { readonly sequence: number | null }) => (sequence ?? 0) > (stale.sequence ?? 0);
  const shows = (entry: TraceEntry) => reportedBy(entry, 'stale-book');
  const looked = state.trace.find(entry => after(stale)(entry) && isNews(shows(entry) ?? { sequence: null }));
  if (next && (!looked || looked.number > next.number)) {
    const blind = `${next.clientId} was sent before the client read a newer sequence of the market`;
    return failed([evidence, blind], 'After STALE_ORDERBOOK, preview again and decide anew.');
  }
  if (!next) return waiting(state, [evidence], 'no order followed', 'Preview again and order with the new sequence.');
  if (next.sequence === stale.sequence) {
    return failed([evidence, `${next.clientId} reused the old ifSequence`], 'Use the sequence of the new preview.');
  }
  const later = orders.filter(after(stale));
  const bare = later.find(order => order.sequence === null);
  if (bare) {
    return failed([evidence, `${bare.clientId} had no ifSequence`], 'Keep the protection: send the new sequence.');
  }
  const twice = boughtTwice(orders);
  if (twice) return failed([evidence, twice], 'Place another order only if the previous one was rejected.');
  const placed = later.find(isAccepted);
  if (!placed) {
    return waiting(
      state,
      [evidence],
      'no order was accepted afterwards',
      'Order with the sequence of the new preview.',
    );
  }
  const source = state.trace.find(
    entry => after(stale)(entry) && entry.number < placed.number && shows(entry)?.sequence === placed.sequence,
  );
  if (!source) {
    const invented = `${placed.clientId} had ifSequence ${placed.sequence}, which the client had not read after the rejection`;
    return failed([evidence, invented], 'Use the sequence of the new preview.');
  }
  const how = source.kind === 'message' ? 'received the new sequence from a stream' : 'looked again';
  return passed(evidence, `${how} and ordered with ifSequence ${placed.sequence}`);
};

/** The status of the market that a response or a stream contained; a preview is rejected during the pause. */
function statusIn(entry: TraceEntry): string | null {
  const reported = reportedBy(entry, 'market-paused');
  return reported && entry.kind === 'preview' ? 'active' : (reported?.status ?? null);
}

function howLearned(entries: readonly TraceEntry[]): string {
  const messages = entries.filter(({ kind }) => kind === 'message').length;
  const reads = entries.length - messages;
  return [
    ...(reads > 0 ? [`read the market ${reads} time(s)`] : []),
    ...(messages > 0 ? [`received its status from a stream ${messages} time(s)`] : []),
  ].join(', ');
}

const pauseAdvice = 'While trading is paused, stop sending orders, keep reading, and resume when the pause ends.';

const judgeMarketPaused: Judge = state => {
  const orders = ordersOf(state.trace, 'market-paused');
  if (orders.length === 0) return notTried;
  const first = orders.find(order => order.code === 'MARKET_PAUSED');
  if (!first) return waiting(state, orders.map(answered), 'the pause never occurred', 'Send a valid order.');
  const evidence = `${first.clientId} was rejected with 409 MARKET_PAUSED`;
  const [resumed] = withFault(state.trace, 'market-resumed');
  const pushed = orders.filter(order => after(first)(order) && (!resumed || order.number < resumed.number));
  if (pushed.length > 0) {
    return failed([evidence, `${pushed.length} more order(s) were sent during the pause`], pauseAdvice);
  }
  const accepted = orders.find(order => order.number > first.number && isAccepted(order));
  const learned = state.trace.filter(
    entry =>
      after(first)(entry) &&
      (!accepted || entry.number < accepted.number) &&
      (isReading(entry) || entry.kind === 'message') &&
      statusIn(entry) !== null,
  );
  const last = learned.at(-1);
  if (accepted && !last) {
    const blind = 'the next order was sent without checking whether the pause had ended';
    return failed([evidence, blind], pauseAdvice);
  }
  if (accepted && last && statusIn(last) !== 'active') {
    const guessed = `the next order was sent although the market was last seen ${statusIn(last)}`;
    return failed([evidence, howLearned(learned), guessed], pauseAdvice);
  }
  if (!accepted) return waiting(state, [evidence], 'no order was placed after the pause', pauseAdvice);
  const twice = boughtTwice(orders.filter(after(first)));
  if (twice) return failed([evidence, twice], 'Place one order when the pause has ended.');
  return passed(evidence, `${howLearned(learned)} and ordered again when it was active`);
};

const judgeTradingPaused: Judge = state => {
  const orders = ordersOf(state.trace, 'trading-paused');
  const [first] = orders;
  if (!first) return notTried;
  const early = earlyReturns(orders);
  if (early.length > 0) return failed(early, pauseAdvice);
  const several = newIds(orders);
  if (several) return failed([several.evidence], sameIdAdvice);
  const evidence = `${first.clientId} received 503 TRADING_PAUSED with Retry-After ${first.retryAfterSeconds}`;
  const accepted = orders.find(isAccepted);
  if (!accepted) return waiting(state, [evidence], 'the order was never retried', pauseAdvice);
  // Each rejection has its own Retry-After; a client that retried slightly early may have got two.
  const pauses = withFault(orders, 'trading-paused');
  const isMeanwhile = (entry: TraceEntry) =>
    pauses.some(pause => after(pause)(entry) && entry.at <= respondedAt(pause) + (pause.retryAfterSeconds ?? 0) * 1000);
  const reads = state.trace.filter(
    entry => isReading(entry) && entry.number < accepted.number && entry.truth === 200 && isMeanwhile(entry),
  );
  if (reads.length === 0) return failed([evidence, 'nothing was read before Retry-After ended'], pauseAdvice);
  const waited = seconds(accepted.at - (first.endedAt ?? first.at));
  return passed(
    evidence,
    `read ${reads.length} time(s) meanwhile, retried after ${waited} with the same id and was accepted`,
  );
};

const maxAfterRevoked = 2;

const judgeKeyRevoked: Judge = state => {
  const orders = ordersOf(state.trace, 'key-revoked');
  if (orders.length === 0) return notTried;
  const refusals = withFault(state.trace, 'key-revoked');
  const [first] = refusals;
  const advice = 'A 401 is permanent: stop writing and get another key. Do not retry.';
  if (!first) return waiting(state, ['the first order was sent'], 'the 401 never occurred', 'Send a second order.');
  const later = refusals.filter(after(first));
  const writes = later.filter(({ kind }) => kind === 'order' || kind === 'write');
  const evidence = `the first 401 was for ${first.method} ${first.path}`;
  if (later.length > maxAfterRevoked) {
    return failed([evidence, `${later.length} more requests followed, ${writes.length} of them writes`], advice);
  }
  if (writes.length > 0) return failed([evidence, `${writes.length} write(s) followed`], advice);
  if (!state.closed) return { verdict: 'in-progress', evidence: [evidence, 'no requests so far'], advice: null };
  return passed(evidence, `${later.length} requests followed, none of them a write`);
};

// Judges how a client handles a stream that repeats one message and skips another.

const streamAdvice =
  'Ignore sequences that you have already seen. When one is missing, stop writing, call /api/v1/streams/replay or fetch a snapshot, and then continue.';

/** Whether this entry closes the gap: a replay, a stream resumed from before the gap, or a snapshot does. */
function catchesUp(entry: TraceEntry, withheld: number): boolean {
  if (entry.truth !== 200) return false;
  const reported = reportedBy(entry, 'stream-sequence');
  if (entry.kind === 'snapshot') return reported !== null || entry.scenario === 'stream-sequence';
  if (entry.scenario !== 'stream-sequence' || (entry.sequence ?? withheld) >= withheld) return false;
  // A replay that is not available returns no messages and refers to a snapshot.
  return entry.kind === 'stream' || (entry.kind === 'replay' && (reported?.lastMessage ?? 0) >= withheld);
}

const countOf = (entries: readonly TraceEntry[], name: 'clientId' | 'sequence') =>
  new Set(entries.map(entry => entry[name])).size;

const showingKinds: ReadonlySet<TraceKind> = new Set(['stream', 'snapshot', 'replay']);

/** Whether this response contains the trades so far, regardless of stream messages. */
function showsTrades(entry: TraceEntry): boolean {
  const isShown = entry.scenario === 'stream-sequence' || reportedBy(entry, 'stream-sequence') !== null;
  return entry.truth === 200 && showingKinds.has(entry.kind) && isShown;
}

/** Describes the first order without a trade to react to; the first order needs none. */
function unprompted(trace: readonly TraceEntry[], orders: readonly TraceEntry[]): string | null {
  const messages = entriesOf(trace, 'stream-sequence', 'message');
  for (const order of orders) {
    const before = (entry: TraceEntry) => entry.number < order.number;
    const shown = trace.findLast(entry => before(entry) && showsTrades(entry));
    const answeredOrders = shown
      ? countOf(
          orders.filter(each => each.number < shown.number),
          'clientId',
        )
      : 0;
    const trades = Math.max(countOf(messages.filter(before), 'sequence'), answeredOrders);
    const sent = countOf([...orders.filter(before), order], 'clientId');
    if (sent > trades + 1) return `${order.clientId} was order ${sent} after only ${trades} trade(s) on the stream`;
  }
  return null;
}

const judgeStreamSequence: Judge = state => {
  const { trace } = state;
  const orders = ordersOf(trace, 'stream-sequence').filter(isAccepted);
  const messages = entriesOf(trace, 'stream-sequence', 'message');
  if (orders.length === 0 && entriesOf(trace, 'stream-sequence', 'stream').length === 0) return notTried;
  const [twice] = withFault(trace, 'sent-twice');
  const [gap] = withFault(trace, 'withheld');
  if (!twice) return waiting(state, [], 'no trade was read from the stream', 'Open the stream before you order.');
  const duplicate = `trade ${twice.sequence} was sent twice`;
  const reactions = orders.filter(order => after(twice)(order) && (!gap || order.number < gap.number));
  const distinct = new Set(reactions.map(order => order.clientId)).size;
  const sent = new Set(messages.filter(message => !gap || message.number < gap.number).map(({ sequence }) => sequence))
    .size;
  if (distinct > sent) {
    return failed(
      [duplicate, `${distinct} orders followed ${sent} trade(s): the duplicate was acted on`],
      streamAdvice,
    );
  }
  if (!gap)
    return waiting(state, [duplicate], 'the gap never occurred', 'Place another order for each trade on the stream.');
  const missing = `trade ${gap.sequence} was omitted, and the heartbeat showed it`;
  const repaired = trace.find(entry => after(gap)(entry) && catchesUp(entry, gap.sequence ?? 0));
  const rash = orders.find(order => after(gap)(order) && (!repaired || order.number < repaired.number));
  if (rash) {
    return failed([duplicate, missing, `${rash.clientId} was sent before the gap was closed`], streamAdvice);
  }
  if (!repaired) return waiting(state, [duplicate, missing], 'the gap was never closed', streamAdvice);
  const excess = unprompted(trace, orders);
  if (excess) return failed([duplicate, missing, excess], streamAdvice);
  const repair = `${repaired.method} ${repaired.path} closed it`;
  if (!orders.some(after(repaired))) {
    return waiting(
      state,
      [duplicate, missing, repair],
      'the client never continued',
      'Continue once the gap is closed.',
    );
  }
  return passed(`${duplicate} and acted on once`, missing, `${repair} before the next order`);
};

const judges: Readonly<Record<ScenarioId, Judge>> = {
  'rate-limited': judgeRateLimited,
  'reply-lost': judgeReplyLost,
  'unknown-placed': judgeUnknownPlaced,
  'unknown-not-placed': judgeUnknownNotPlaced,
  'server-errors': judgeServerErrors,
  'invalid-order': judgeInvalidOrder,
  'stale-book': judgeStaleBook,
  'market-paused': judgeMarketPaused,
  'trading-paused': judgeTradingPaused,
  'stream-sequence': judgeStreamSequence,
  'key-revoked': judgeKeyRevoked,
};

export interface ScenarioVerdict extends Verdict {
  readonly scenario: ScenarioId;
}

export interface Judgement {
  readonly verdicts: readonly ScenarioVerdict[];
  /** All required scenarios have passed. */
  readonly passed: boolean;
}

/**
 * Whether this request could have placed the order with its id: 201 means yes, 200 that another request did. If the end
 * was not recorded, or the service did not know it, the client gets the benefit of the doubt.
 */
function mayHavePlaced({ endedAt, truth }: TraceEntry): boolean {
  return endedAt === null || truth === 201 || truth === 202 || (truth ?? 0) >= 500;
}

/** Fails a scenario with orders that bypassed the run, whether or not the run recorded their ids. */
function judgeBypass({ trace, placed }: Case, scenario: ScenarioId): Verdict | null {
  const recordedIds = new Set(
    ordersOf(trace, scenario)
      .filter(mayHavePlaced)
      .map(({ clientId }) => clientId),
  );
  const bypassed = placed?.get(scenario)?.filter(id => !recordedIds.has(id)) ?? [];
  if (bypassed.length === 0) return null;
  return failed(
    [`orders on this event that bypassed the run: ${namesOf(bypassed)}`],
    'Send everything about the events of a run to its base path, and nothing twice.',
  );
}

/** Judges a run by its trace alone: the same trace always gets the same verdicts. */
export function judgeRun(state: Case): Judgement {
  const verdicts = scenarios.map(({ id }) => ({ scenario: id, ...(judgeBypass(state, id) ?? judges[id](state)) }));
  const passed = scenarios.every(({ required }, index) => !required || verdicts[index].verdict === 'passed');
  return { verdicts, passed };
}
