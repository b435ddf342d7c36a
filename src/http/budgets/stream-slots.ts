import { ApiError } from '../errors.js';
import { streamsPerPlayer, subscriptionBounds } from '../limits.js';

/** Takes a slot or throws RATE_LIMITED. The returned function releases the slot; calling it again has no effect. */
type Take = (address: string, playerId: string | null) => () => void;

/** Limits open streams on this node, per address and per player. */
export interface StreamSlots {
  /** A connection that carries a stream or subscriptions. */
  readonly take: Take;
  /** A subscription over a WebSocket; the socket holds a slot itself. */
  readonly subscribe: Take;
}

const retryAfterSeconds = 10;

interface Bound {
  readonly what: string;
  readonly perAddress: number;
  readonly perPlayer: number;
  readonly remediation: string;
}

function createTake({ what, perAddress, perPlayer, remediation }: Bound): Take {
  const open = new Map<string, number>();

  function check(key: string, max: number, holder: string): void {
    if (max === 0 || (open.get(key) ?? 0) < max) return;
    throw new ApiError('RATE_LIMITED', `The limit of ${max} ${what} per ${holder} is reached. Close one first.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
      remediation,
    });
  }

  function release(key: string): void {
    const left = (open.get(key) ?? 0) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  }

  return (address, playerId) => {
    const keys = [`address ${address}`, ...(playerId === null ? [] : [`player ${playerId}`])];
    check(keys[0], perAddress, 'address');
    if (keys.length > 1) check(keys[1], perPlayer, 'player');
    for (const key of keys) open.set(key, (open.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) for (const key of keys) release(key);
      isHeld = false;
    };
  };
}

export function createStreamSlots(perAddress: number): StreamSlots {
  const { perStream } = subscriptionBounds;
  return {
    take: createTake({
      what: 'open streams',
      perAddress,
      perPlayer: streamsPerPlayer,
      remediation: 'Close a stream that you do not need, or read several channels over one WebSocket at /api/v1/ws.',
    }),
    subscribe: createTake({
      what: 'subscriptions',
      perAddress: perAddress * perStream,
      perPlayer: streamsPerPlayer * perStream,
      remediation: 'Unsubscribe from channels that you do not need.',
    }),
  };
}
