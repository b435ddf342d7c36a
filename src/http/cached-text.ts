/** A text that is sent again and again: its bytes, ETag and compressed forms are made once. */
export class CachedText {
  /**
   * `holds` says whether whoever asks the same now would get this very text. Without it nobody knows before it has been
   * made again.
   */
  constructor(
    readonly text: string,
    readonly holds: ((now: number) => boolean) | null = null,
  ) {
    Object.freeze(this);
  }
}
