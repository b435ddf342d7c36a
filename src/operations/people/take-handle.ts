/**
 * Enters a player under the first handle that is free. An entry waits for others that are trying the same handle, so
 * what is free here is free for certain.
 */
export async function takeHandle(
  candidates: readonly string[],
  enter: (handle: string) => Promise<boolean>,
): Promise<string> {
  for (const handle of candidates) if (await enter(handle)) return handle;
  throw new Error(`every one of the handles ${candidates.join(', ')} is taken`);
}
