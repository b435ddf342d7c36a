/** Texts come from strangers: what would move the cursor or change colours of a terminal must not reach it. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
