import { LiveHub } from './hub';
import type { FromHub, HubPort, ToHub } from './protocol';

const name = 'presage-live';

type Envelope =
  | { readonly from: string; readonly toHub: ToHub }
  | { readonly to: string; readonly fromHub: FromHub }
  | { readonly leader: true };

/** Serves the other tabs until this tab closes. */
function lead(channel: BroadcastChannel): (from: string, message: ToHub) => void {
  const hub = new LiveHub();
  const ports = new Map<string, HubPort>();
  const receive = (from: string, message: ToHub) => {
    let port = ports.get(from);
    if (!port) {
      port = { send: fromHub => channel.postMessage({ to: from, fromHub } satisfies Envelope) };
      ports.set(from, port);
    }
    hub.receive(port, message);
  };
  return receive;
}

/**
 * Connects to the hub of the leader tab in browsers without shared workers. The tab that holds the lock is the leader;
 * when it closes, the next one takes over and the others resubscribe. `onLeader` makes this tab resubscribe.
 */
export function connectToLeader(onMessage: (message: FromHub) => void, onLeader: () => void): (message: ToHub) => void {
  const own = Math.random().toString(36).slice(2);
  const channel = new BroadcastChannel(name);
  /** A channel does not deliver to its own sender. */
  const echo = new BroadcastChannel(name);
  let serve: ((from: string, message: ToHub) => void) | null = null;
  channel.onmessage = ({ data }) => {
    const envelope = data as Envelope;
    if ('leader' in envelope) onLeader();
    else if ('to' in envelope && envelope.to === own) onMessage(envelope.fromHub);
    else if ('from' in envelope) serve?.(envelope.from, envelope.toHub);
  };
  void navigator.locks.request(name, () => {
    serve = lead(echo);
    echo.postMessage({ leader: true } satisfies Envelope);
    return new Promise(() => {});
  });
  return toHub => echo.postMessage({ from: own, toHub } satisfies Envelope);
}
