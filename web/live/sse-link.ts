import { createClient } from '../../client/client';
import { type Link, type LinkEvents, partsOf, type Topic } from './protocol';

/** Browsers open at most six HTTP/1.1 connections per host, and requests need some of them. */
const maxStreams = 3;

/** Carries the newest topics over server-sent events when WebSockets are blocked. The SDK reconnects and resumes. */
export function openSseLink(events: LinkEvents): Link {
  const client = createClient({ baseUrl: '' });
  const streams = new Map<Topic, AbortController>();
  const stop = (topic: Topic) => {
    streams.get(topic)?.abort();
    streams.delete(topic);
  };
  const follow = async (topic: Topic, after: number | null, { signal }: AbortController) => {
    const { channel, key } = partsOf(topic);
    const query = channel === 'trades' ? { book: true } : channel === 'orderbook' ? { depth: 40 } : {};
    const start = after === null ? { snapshot: true } : { afterSequence: after };
    const onConnection = ({ open }: { readonly open: boolean }) => {
      if (open) events.onAlive();
    };
    for await (const message of client.stream({ channel, key, query, ...start, signal, onConnection })) {
      events.onMessage(topic, message);
    }
  };
  return {
    start(topic, after) {
      stop(topic);
      const oldest = [...streams.keys()].slice(0, Math.max(0, streams.size - maxStreams + 1));
      for (const each of oldest) stop(each);
      const controller = new AbortController();
      streams.set(topic, controller);
      follow(topic, after, controller).catch(() => {
        if (streams.get(topic) === controller) streams.delete(topic);
      });
    },
    stop,
    close() {
      for (const topic of [...streams.keys()]) stop(topic);
    },
  };
}
