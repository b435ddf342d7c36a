import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { StreamMessage } from '../../client/client';
import { LiveHub } from './hub';
import { connectToLeader } from './leader-tab';
import type { FromHub, LiveState, ToHub, Topic } from './protocol';

type Listener = (message: StreamMessage) => void;

const aliveMs = 20_000;

const listeners = new Map<Topic, Set<Listener>>();
const stateListeners = new Set<() => void>();
let state: LiveState = 'idle';
let send: ((message: ToHub) => void) | null = null;

function receive(message: FromHub): void {
  if (message.type === 'state') {
    state = message.state;
    for (const listener of stateListeners) listener();
    return;
  }
  for (const listener of listeners.get(message.topic) ?? []) listener(message.message);
}

function subscribeAgain(): void {
  for (const topic of listeners.keys()) send?.({ type: 'subscribe', topic });
}

function connectToWorker(): (message: ToHub) => void {
  const worker = new SharedWorker(new URL('./shared-worker.ts', import.meta.url), { type: 'module', name: 'presage' });
  worker.port.onmessage = ({ data }) => receive(data as FromHub);
  return message => worker.port.postMessage(message);
}

function connectAlone(): (message: ToHub) => void {
  const hub = new LiveHub();
  const port = { send: receive };
  hub.connect(port);
  return message => hub.receive(port, message);
}

function connect(): (message: ToHub) => void {
  if (typeof SharedWorker === 'function') return connectToWorker();
  if ('locks' in navigator && typeof BroadcastChannel === 'function') return connectToLeader(receive, subscribeAgain);
  return connectAlone();
}

function ensureConnected(): (message: ToHub) => void {
  if (send) return send;
  const connected = connect();
  send = connected;
  setInterval(() => connected({ type: 'alive' }), aliveMs);
  addEventListener('pagehide', () => connected({ type: 'bye' }));
  addEventListener('pageshow', ({ persisted }) => persisted && subscribeAgain());
  return connected;
}

function subscribe(topic: Topic, listener: Listener): () => void {
  const toHub = ensureConnected();
  const known = listeners.get(topic) ?? new Set();
  known.add(listener);
  if (!listeners.has(topic)) {
    listeners.set(topic, known);
    toHub({ type: 'subscribe', topic });
  }
  return () => {
    known.delete(listener);
    if (known.size > 0) return;
    listeners.delete(topic);
    toHub({ type: 'unsubscribe', topic });
  };
}

/** Reconnects with the current session. */
export function reauthenticate(): void {
  send?.({ type: 'reauthenticate' });
}

/** Calls the latest `listener` for each message of these topics while the component is mounted. */
export function useTopics(topics: readonly Topic[], listener: Listener): void {
  const newest = useRef(listener);
  newest.current = listener;
  const joined = topics.join('\n');
  useEffect(() => {
    const call: Listener = message => newest.current(message);
    const ends = joined === '' ? [] : joined.split('\n').map(topic => subscribe(topic as Topic, call));
    return () => {
      for (const end of ends) end();
    };
  }, [joined]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    onChange => {
      stateListeners.add(onChange);
      return () => stateListeners.delete(onChange);
    },
    () => state,
  );
}
