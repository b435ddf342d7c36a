/** One message of an event stream, as the standard cuts them. */
export interface ServerSentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** The longest message that is read; more than this without an end is not a stream of ours. */
const longestCharacters = 8 * 1024 * 1024;

function eventOf(block: string): ServerSentEvent | null {
  let id: string | null = null;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0 || line === '') continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
}

/** Reads a body as server-sent events; comments and empty messages are passed over, but `alive` is told of every byte. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      rest = (rest + decoder.decode(value, { stream: true })).replace(/\r\n?(?=.|\n)/gs, '\n');
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const event = eventOf(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (event) yield event;
      }
      if (rest.length > longestCharacters) throw new Error('a message of the stream is too long');
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
