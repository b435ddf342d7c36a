/** Takes a piece of a body; done when the reader has room for the next one. */
export type WriteBody = (piece: string | Uint8Array) => Promise<void>;
