import type { Server, ServerResponse } from 'node:http';

const checkMs = 50;

export interface Drain {
  /** Counts a request as under way until its response is closed. */
  count(response: ServerResponse): void;
  /** Returns what ends it. */
  begin(server: Server, longestMs: number): () => void;
}

/**
 * Ends connections as soon as no request is under way on any of them. Node's own idle check overlooks connections that
 * have not sent anything yet, and one of those would hold up a stop for its whole time.
 */
export function createDrain(): Drain {
  let underWay = 0;
  const over = () => {
    underWay -= 1;
  };
  return {
    count(response) {
      underWay += 1;
      response.on('close', over);
    },
    begin(server, longestMs) {
      const until = performance.now() + longestMs;
      const timer = setInterval(() => {
        if (underWay === 0 || performance.now() > until) server.closeAllConnections();
      }, checkMs);
      return () => clearInterval(timer);
    },
  };
}
