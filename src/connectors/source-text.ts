/** The maximum serialized depth; a source may nest thousands of levels, which would exhaust the stack. */
const maxDepth = 20;

/** Serializes a value of a source as JSON for messages and records; omits levels deeper than 20. */
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

/** Encodes a string of a source for a URL. Plain `encodeURIComponent` throws on a lone surrogate. */
export const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());
