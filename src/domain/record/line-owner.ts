/** Who and what a line is about, read from its text, which need not be JSON any more. */
interface LineOwner {
  readonly type: string | null;
  /** Ids, as lines within the file refer to players and events. */
  readonly player: string | null;
  readonly event: string | null;
  /** A player's line gives the handle and an event's the slug. */
  readonly handle: string | null;
  readonly slug: string | null;
  readonly board: string | null;
}

function member(text: string, name: string): string | null {
  return new RegExp(`"${name}":"([^"\\\\]*)"`).exec(text)?.[1] ?? null;
}

export function ownerOf(text: string): LineOwner {
  const type = member(text, 'type');
  const board = member(text, 'board');
  const [window, category] = [member(text, 'window'), member(text, 'category')];
  return {
    type,
    player: member(text, 'player'),
    event: member(text, 'event'),
    handle: type === 'player' ? member(text, 'handle') : null,
    slug: type === 'event' ? member(text, 'slug') : null,
    board: board === null || window === null ? null : `${board} ${window}/${category ?? '*'}`,
  };
}
