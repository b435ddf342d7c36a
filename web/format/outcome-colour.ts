/** Outcomes take these colours in order; markets with more than eight repeat them, and labels tell them apart. */
const colours = 8;

export function outcomeColour(index: number): string {
  return `var(--outcome-${index % colours})`;
}

/** The colour as the browser computes it, for canvases, which know no variables. */
export function computedColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
