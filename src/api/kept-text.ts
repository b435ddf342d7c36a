/** A text that is sent again and again: its bytes, ETag and compressed forms are made once. */
export class KeptText {
  constructor(readonly text: string) {
    Object.freeze(this);
  }
}
