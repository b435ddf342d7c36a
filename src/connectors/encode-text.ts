/** A text of a source as a part of an address. Plain `encodeURIComponent` throws at a lone surrogate. */
export const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());
