import { Reply } from '../route.js';
import { oneOf, Type } from '../schema.js';

/** Members of a response to a write that may have been done by an earlier request. */
export const replayMembers = (description: string) => ({
  replayed: Type.Boolean({ description, examples: [false] }),
  code: Type.Optional(oneOf(['IDEMPOTENT_REPLAY'], { description: 'Present if replayed is true.' })),
});

/** The response of a route that recognizes replays itself. `status`: of the first request. */
export function replyOrReplay(members: object, replayed: boolean, status: 200 | 201 = 201): Reply {
  if (!replayed) return new Reply(status, { ...members, replayed });
  return new Reply(200, { ...members, replayed, code: 'IDEMPOTENT_REPLAY' }, { 'idempotent-replayed': 'true' });
}
