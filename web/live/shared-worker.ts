import { LiveHub } from './hub';
import type { HubPort, ToHub } from './protocol';

/** The DOM type library lacks the types of shared workers. */
interface SharedWorkerScope {
  onconnect: (event: MessageEvent) => void;
}

const hub = new LiveHub();

(self as unknown as SharedWorkerScope).onconnect = ({ ports: [channel] }) => {
  const port: HubPort = { send: message => channel.postMessage(message) };
  hub.connect(port);
  channel.onmessage = ({ data }) => hub.receive(port, data as ToHub);
};
