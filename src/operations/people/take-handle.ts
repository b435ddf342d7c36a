/**
 * Adds a player under the first free handle. `add` returns false for a taken handle and waits for concurrent
 * transactions that try the same one, so its result is final.
 */
export async function takeHandle(
  candidates: readonly string[],
  add: (handle: string) => Promise<boolean>,
): Promise<string> {
  for (const handle of candidates) if (await add(handle)) return handle;
  throw new Error(`all of the handles ${candidates.join(', ')} are taken`);
}
