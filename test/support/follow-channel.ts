import { type Channel, createClient, type StreamMessage, type StreamOptions } from '../../client/client.js';

/** Reads a channel in the background with the public client; `got` has the received messages. */
export function follow<Of extends Channel>(arena: { url: string; agentKey?: string }, options: StreamOptions<Of>) {
  const stop = new AbortController();
  const got: StreamMessage<Of>[] = [];
  const gaps: object[] = [];
  const states: boolean[] = [];
  let wake = () => {};
  let failure: unknown = null;
  const { url: baseUrl, agentKey } = arena;
  const client = createClient({ baseUrl, agentKey, retries: { baseMs: 10, capMs: 20 } });
  const whole = {
    ...options,
    signal: stop.signal,
    onGap: (gap: object) => gaps.push(gap),
    onConnection: ({ open }: { open: boolean }) => {
      states.push(open);
      wake();
    },
  };
  const run = async () => {
    for await (const message of client.stream<Of>(whole)) {
      got.push(message);
      wake();
    }
  };
  const running = run().catch(error => {
    failure = error;
    wake();
  });
  return {
    got,
    gaps,
    states,
    async until(what: string, holds: () => boolean): Promise<void> {
      const end = performance.now() + 15_000;
      while (!holds()) {
        if (failure) throw failure;
        if (performance.now() > end) throw new Error(`waited in vain for ${what}: ${JSON.stringify(got)}`);
        await new Promise<void>(done => {
          const timer = setTimeout(done, 500);
          wake = () => {
            clearTimeout(timer);
            done();
          };
        });
      }
    },
    async stop(): Promise<unknown> {
      stop.abort();
      await running;
      return failure;
    },
  };
}
