import { entriesOf, isAccepted, reportedBy, type TraceEntry, type TraceKind, withFault } from './trace.js';
import { after, failed, type Judge, notTried, ordersOf, passed, waiting } from './verdict.js';

/** Judges how a client handles a stream that repeats one message and skips another. */

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
    const known = shown
      ? countOf(
          orders.filter(each => each.number < shown.number),
          'clientId',
        )
      : 0;
    const trades = Math.max(countOf(messages.filter(before), 'sequence'), known);
    const sent = countOf([...orders.filter(before), order], 'clientId');
    if (sent > trades + 1) return `${order.clientId} was order ${sent} after only ${trades} trade(s) on the stream`;
  }
  return null;
}

export const judgeStreamSequence: Judge = state => {
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
