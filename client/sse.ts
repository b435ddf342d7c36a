/** One server-sent event. */
export interface ServerSentEvent {
  /** The new last event id; null if the event doesn't set it. */
  readonly id: string | null;
  readonly event: string;
  /** Null in a block with only an id, which sets the position for resuming. */
  readonly data: string | null;
}

/** Bound of one message. */
const maxCharacters = 8 * 1024 * 1024;

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
  if (data.length > 0) return { id, event, data: data.join('\n') };
  return id === null ? null : { id, event, data: null };
}

/** Splits chunks of text into blocks. Lines end with CR, LF or CRLF, and a chunk may end between the two characters. */
class BlockSplitter {
  private rest = '';
  private afterReturn = false;

  /** Yields the blocks that this chunk completes. */
  *push(chunk: string): Generator<string> {
    const text = this.afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') this.afterReturn = chunk.endsWith('\r');
    let from = Math.max(0, this.rest.length - 1);
    this.rest += text.replace(/\r\n?/g, '\n');
    let start = 0;
    for (let end = this.rest.indexOf('\n\n', from); end >= 0; end = this.rest.indexOf('\n\n', from)) {
      yield this.rest.slice(start, end);
      start = end + 2;
      from = start;
    }
    this.rest = this.rest.slice(start);
    if (this.rest.length > maxCharacters) throw new Error('a stream message is too long');
  }
}

/** Parses a body as server-sent events, without comments and empty messages. `read` waits for the next chunk. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  read: (reader: ReadableStreamDefaultReader<Uint8Array>) => Promise<{ done: boolean; value?: Uint8Array | undefined }>,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const splitter = new BlockSplitter();
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) return;
      for (const block of splitter.push(decoder.decode(value, { stream: true }))) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
