import type { ServerResponse } from 'node:http';
import type { StreamMessage } from '../../streams/packet.js';
import { Batch } from '../../streams/packet.js';

/** How a message with this sequence is sent. Awaited before it is, so that what the client does next comes after it. */
type DecideMessage = (sequence: number) => Promise<'sent-twice' | 'withheld' | null>;

function messageIn(block: string): StreamMessage | null {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return data === undefined ? null : (JSON.parse(data) as StreamMessage);
}

async function faulty(block: string, decide: DecideMessage): Promise<string> {
  const message = messageIn(block);
  if (message?.kind !== 'trade') return block;
  const fault = await decide(message.sequence);
  if (fault === 'sent-twice') return block + block;
  if (fault === null) return block;
  const { channel, key, sequence, at } = message;
  return String(Batch.of({ channel, key, sequence, kind: 'heartbeat', at }).sse);
}

/** From here on messages of this stream go out as the run decides, in their order. */
export function makeFaulty(response: ServerResponse, decide: DecideMessage): void {
  const write = response.write.bind(response);
  let sending: Promise<unknown> = Promise.resolve();

  const isOpen = () => !response.destroyed && !response.writableEnded;

  async function sendAll(text: string): Promise<void> {
    for (const block of text.split(/(?<=\n\n)/)) {
      // Nothing is written down as told where nobody is there to be told.
      if (!isOpen()) return;
      const bytes = await faulty(block, decide);
      if (isOpen()) write(bytes);
    }
  }

  response.write = ((chunk: string | Uint8Array) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    sending = sending.then(() => sendAll(text)).catch(() => response.destroy());
    return true;
  }) as ServerResponse['write'];
}
