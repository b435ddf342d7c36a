import type { OperationContext } from '../operation-context.js';

export function signOut({ store }: Pick<OperationContext, 'store'>, sessionId: string): Promise<void> {
  return store.transact(writes => writes.sessions.end(sessionId));
}
