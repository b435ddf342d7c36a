/**
 * Outcomes take these colours in order; markets with more than eight outcomes repeat them, and labels distinguish the
 * lines.
 */
const colours = 8;

export function outcomeColour(index: number): string {
  return `var(--outcome-${index % colours})`;
}

/** The computed colour, for canvases, which do not resolve CSS variables. */
export function computedColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
