/** Levels that are written; a source may nest thousands, which would exhaust the stack. */
const maxDepth = 20;

/** A value of a source as JSON, for messages and records; what lies deeper than 20 levels is left out. */
export function jsonText(value: unknown): string {
  const depths = new Map<unknown, number>();
  const text = JSON.stringify(value, function (this: unknown, _name, member: unknown) {
    if (typeof member !== 'object' || member === null) return member;
    const depth = (depths.get(this) ?? 0) + 1;
    if (depth > maxDepth) return '…';
    depths.set(member, depth);
    return member;
  });
  return text ?? String(value);
}

/** A text of a source as a part of an address. Plain `encodeURIComponent` throws at a lone surrogate. */
export const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());
