import type { ServerResponse } from 'node:http';
import type { ReportedMarket } from '../../../domain/certification/trace.js';
import { marketStatuses } from '../../../domain/market-status.js';
import type { AnyStreamMessage } from '../../../http/streaming/packet.js';
import { Batch } from '../../../http/streaming/packet.js';

/** Decides how a message is sent. Awaited before sending, so that it is recorded before the client reacts. */
type DecideMessage = (message: AnyStreamMessage) => Promise<'sent-twice' | 'withheld' | null>;

function messageIn(block: string): AnyStreamMessage | null {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return data === undefined ? null : (JSON.parse(data) as AnyStreamMessage);
}

type Standing = Pick<ReportedMarket, 'status' | 'sequence'>;

/** Returns the market state that a message carries, itself or in a snapshot. */
export function standingIn({ channel, sequence, marketSequence, status, market }: AnyStreamMessage): Standing {
  const within = market as { readonly status?: unknown; readonly sequence?: unknown } | undefined;
  // Books are numbered by the market, trades by their channel.
  const own = channel === 'orderbook' ? sequence : (marketSequence ?? within?.sequence);
  return {
    status: marketStatuses.find(each => each === (status ?? within?.status)) ?? null,
    sequence: Number.isSafeInteger(own) ? (own as number) : null,
  };
}

async function withFault(block: string, decide: DecideMessage): Promise<string> {
  const message = messageIn(block);
  const fault = message && (await decide(message));
  if (!message || fault === null) return block;
  if (fault === 'sent-twice') return block + block;
  const { channel, key, sequence, at } = message;
  return String(Batch.of({ channel, key, sequence, kind: 'heartbeat', at }).sse);
}

/** From here on the run decides how each message of this stream is sent, in order, followed by the end. */
export function injectStreamFaults(response: ServerResponse, decide: DecideMessage): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let sending: Promise<unknown> = Promise.resolve();

  const isOpen = () => !response.destroyed && !response.writableEnded;

  async function sendAll(text: string): Promise<void> {
    for (const block of text.split(/(?<=\n\n)/)) {
      // A message is recorded as sent only while the connection is open.
      if (!isOpen()) return;
      const bytes = await withFault(block, decide);
      if (isOpen()) write(bytes);
    }
  }

  response.write = ((chunk: string | Uint8Array) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    sending = sending.then(() => sendAll(text)).catch(() => response.destroy());
    return true;
  }) as ServerResponse['write'];

  response.end = ((last: string | Uint8Array = '') => {
    sending = sending.then(() => end(last));
    return response;
  }) as ServerResponse['end'];
}
