export interface Label {
  readonly text: string;
  /** The vertical centre in pixels. */
  readonly at: number;
  readonly isModel: boolean;
}

/** The line height of a label in pixels. */
const labelHeight = 16;

/** The labels that do not overlap an earlier one, so the most important comes first. */
export function chooseLabels(labels: readonly Label[]): Label[] {
  const chosen: Label[] = [];
  for (const label of labels) if (chosen.every(({ at }) => Math.abs(at - label.at) >= labelHeight)) chosen.push(label);
  return chosen;
}
