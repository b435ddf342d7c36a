/** The subject of a line, extracted from its text, which may be damaged JSON. */
interface LineOwner {
  readonly type: string | null;
  /** Ids, as other lines refer to players and events. */
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

/** Returns the handle of the only id that differs in one character; null if none or several do. */
export function handleOfSimilarId(id: string, handles: ReadonlyMap<string, string>): string | null {
  const similar = [...handles.keys()].filter(known => differInOne(known, id));
  return similar.length === 1 ? (handles.get(similar[0]) ?? null) : null;
}
