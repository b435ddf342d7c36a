export interface Label {
  readonly text: string;
  /** The vertical centre in pixels. */
  readonly at: number;
  readonly isModel: boolean;
}

/** The line height of a label in pixels. */
const labelHeight = 16;

/**
 * Omits labels that overlap an earlier one, so the most important comes first. Labels above their line also need a space
 * that no line crosses.
 */
export function chooseLabels(labels: readonly Label[], place: 'beside' | 'above'): Label[] {
  const isFree = ({ at }: Label) => labels.every(other => other.at >= at || other.at <= at - labelHeight);
  const chosen: Label[] = [];
  for (const label of place === 'above' ? labels.filter(isFree) : labels)
    if (chosen.every(({ at }) => Math.abs(at - label.at) >= labelHeight)) chosen.push(label);
  return chosen;
}
