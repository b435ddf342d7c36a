interface LabelledPrice {
  readonly label: string;
  readonly priceBps: number | null;
}

const fold = (label: string) => label.trim().toLowerCase();

/** Returns the price of the outcome with the same label on another venue; null if it has none. Nothing is derived. */
export function matchingPrice(label: string, outcomes: readonly LabelledPrice[]): number | null {
  const wanted = fold(label);
  return outcomes.find(outcome => fold(outcome.label) === wanted)?.priceBps ?? null;
}
