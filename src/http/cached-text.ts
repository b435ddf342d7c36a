/** A text that is sent repeatedly: its bytes, ETag and compressed forms are computed once. */
export class CachedText {
  /**
   * `holds` returns whether the same request would get this text now. Without it, the text must be rebuilt to know.
   */
  constructor(
    readonly text: string,
    readonly holds: ((now: number) => boolean) | null = null,
  ) {
    Object.freeze(this);
  }
}
