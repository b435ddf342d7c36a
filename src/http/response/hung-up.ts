import type { ServerResponse } from 'node:http';

/** Recorded for requests whose client disconnected before the response; nothing is sent. The status is nginx's. */
export const hungUpStatus = 499;

/** Returns whether the client has disconnected, also for responses that are queued behind another one. */
export function hasHungUp(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
