/** Returns the anchor of a heading as common Markdown renderers generate it. Error codes keep their case. */
function anchorOf(heading: string): string {
  if (/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(heading)) return heading;
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** Generates the anchors of one document in order; a repeated heading gets a number. */
export function createAnchors(): (heading: string) => string {
  const uses = new Map<string, number>();
  return heading => {
    const anchor = anchorOf(heading);
    const count = uses.get(anchor) ?? 0;
    uses.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}
