/** Writes a part of a body; resolves when the client has room for the next one. */
export type WriteBody = (piece: string | Uint8Array) => Promise<void>;
