import type { StreamMessage } from '../../client/client';
import { type Link, type LinkEvents, partsOf, type Topic } from './protocol';

/** Three heartbeat intervals of the service. */
const silenceMs = 45_000;

/** Carries all topics over one WebSocket. */
export function openWebSocketLink(events: LinkEvents): Link {
  const address = new URL('/api/v1/ws', self.location.origin);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const lose = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    socket.close();
    events.onLost();
  };
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(lose, silenceMs);
  };
  socket.onopen = () => {
    heard();
    events.onOpen();
  };
  socket.onclose = lose;
  socket.onerror = lose;
  socket.onmessage = ({ data }) => {
    heard();
    events.onAlive();
    const message = JSON.parse(String(data)) as { readonly type?: string; readonly kind?: string };
    // Ignores acknowledgements and rejected subscriptions, which have a type: pages read the same data over HTTP and
    // report errors there.
    if (message.type !== undefined || message.kind === 'heartbeat') return;
    if (message.kind === 'end' || message.kind === 'overflow') return lose();
    const known = message as StreamMessage;
    events.onMessage(`${known.channel}:${known.key}` as Topic, known);
  };
  const send = (message: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  return {
    start(topic, after) {
      const { channel, key } = partsOf(topic);
      const start = after === null || channel === 'orderbook' ? { snapshot: true } : { afterSequence: after };
      const more = channel === 'orderbook' ? { depth: 40 } : channel === 'trades' ? { book: true } : {};
      send({ type: 'subscribe', channel, key, ...start, ...more });
    },
    stop(topic) {
      send({ type: 'unsubscribe', ...partsOf(topic) });
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
