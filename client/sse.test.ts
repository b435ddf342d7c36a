import { describe, expect, it } from 'vitest';
import { readEvents, type ServerSentEvent } from './sse.js';

async function eventsOf(pieces: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(body, reader => reader.read())) events.push(event);
  return events;
}

const text =
  '\uFEFFretry: 1000\n\n: a comment\n\nid: 7\n\nid: 8\nevent: trade\ndata: {"label":"Größe 東京"}\n\ndata:first\ndata: second\nunknown\n\ndata: cut off';
const events = [
  { id: '7', event: 'message', data: null },
  { id: '8', event: 'trade', data: '{"label":"Größe 東京"}' },
  { id: null, event: 'message', data: 'first\nsecond' },
];

describe('messages of an event stream', () => {
  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('are independent of chunk boundaries, with lines that end in %s', async (_, end) => {
    const bytes = new TextEncoder().encode(text.replaceAll('\n', end));
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await eventsOf([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual(events);
    }
    expect(await eventsOf(Array.from(bytes, byte => Uint8Array.of(byte)))).toEqual(events);
  });

  it('are bounded in size', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(120);
    await expect(eventsOf(Array.from({ length: 10 }, () => piece))).rejects.toThrow('too long');
  });
});
