import type { Server } from 'node:http';

const checkMs = 50;

/**
 * Ends connections as soon as no request is under way on any of them. Node's own idle check overlooks connections that
 * have not sent anything yet, and one of those would hold up a stop for its whole time.
 */
export function createDrain(server: Server) {
  let underWay = 0;
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
  });
  return (longestMs: number): (() => void) => {
    const until = performance.now() + longestMs;
    const timer = setInterval(() => {
      if (underWay === 0 || performance.now() > until) server.closeAllConnections();
    }, checkMs);
    return () => clearInterval(timer);
  };
}
