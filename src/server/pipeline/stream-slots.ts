import { ApiError } from '../../api/errors.js';
import { streamsPerPlayer } from '../../api/limits.js';

/** Room for streams on this node: so many for each address and each player. */
export interface StreamSlots {
  /** Takes a place or throws RATE_LIMITED; what is returned gives it back, once. */
  take(address: string, playerId: string | null): () => void;
}

const retryAfterSeconds = 10;

function refusal(limit: number, holder: string): ApiError {
  return new ApiError('RATE_LIMITED', `the limit of ${limit} open streams per ${holder} is reached; close one first`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
    remediation: 'Close a stream that you do not read, or read several channels over one WebSocket at /api/v1/ws.',
  });
}

export function createStreamSlots(perAddress: number): StreamSlots {
  const open = new Map<string, number>();
  const isFull = (key: string, most: number) => most > 0 && (open.get(key) ?? 0) >= most;

  function give(key: string): void {
    const left = (open.get(key) ?? 0) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  }

  return {
    take(address, playerId) {
      const keys = [`address ${address}`, ...(playerId === null ? [] : [`player ${playerId}`])];
      if (isFull(keys[0], perAddress)) throw refusal(perAddress, 'address');
      if (keys.length > 1 && isFull(keys[1], streamsPerPlayer)) throw refusal(streamsPerPlayer, 'player');
      for (const key of keys) open.set(key, (open.get(key) ?? 0) + 1);
      let taken = true;
      return () => {
        if (taken) for (const key of keys) give(key);
        taken = false;
      };
    },
  };
}
