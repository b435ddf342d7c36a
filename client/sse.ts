/** One message of an event stream, as the standard cuts them. */
export interface ServerSentEvent {
  /** Where to resume after this; null where the message leaves that as it was. */
  readonly id: string | null;
  readonly event: string;
  /** Null in a block that has nothing but an id: it only says where to resume. */
  readonly data: string | null;
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
  if (data.length > 0) return { id, event, data: data.join('\n') };
  return id === null ? null : { id, event, data: null };
}

/** Cuts a text that comes in pieces into blocks. Lines may end with CR, LF or both, and a piece may end between the two. */
class BlockCutter {
  private rest = '';
  private afterReturn = false;

  /** The blocks that this piece completes. */
  *push(piece: string): Generator<string> {
    const text = this.afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') this.afterReturn = piece.endsWith('\r');
    let from = Math.max(0, this.rest.length - 1);
    this.rest += text.replace(/\r\n?/g, '\n');
    let begin = 0;
    for (let end = this.rest.indexOf('\n\n', from); end >= 0; end = this.rest.indexOf('\n\n', from)) {
      yield this.rest.slice(begin, end);
      begin = end + 2;
      from = begin;
    }
    this.rest = this.rest.slice(begin);
    if (this.rest.length > longestCharacters) throw new Error('a message of the stream is too long');
  }
}

/** Reads a body as server-sent events; comments and empty messages are passed over. `read` waits for the next piece. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  read: (reader: ReadableStreamDefaultReader<Uint8Array>) => Promise<{ done: boolean; value?: Uint8Array }>,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const cutter = new BlockCutter();
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) return;
      for (const block of cutter.push(decoder.decode(value, { stream: true }))) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
