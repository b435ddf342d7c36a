/** Replaces control characters: event texts are untrusted and could contain terminal escape sequences. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
