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

function differInOne(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let different = 0;
  for (let index = 0; index < a.length && different < 2; index += 1) if (a[index] !== b[index]) different += 1;
  return different === 1;
}

/** Whose id it was before one character of it was changed; null where that can't be told. */
export function nearlyNamed(id: string, handles: ReadonlyMap<string, string>): string | null {
  const found = [...handles.keys()].filter(known => differInOne(known, id));
  return found.length === 1 ? (handles.get(found[0]) ?? null) : null;
}
