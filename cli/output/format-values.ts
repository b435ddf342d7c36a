/** Formats basis points as a percentage. */
export const formatPercent = (bps: number) => `${(bps / 100).toFixed(2)} %`;

/** Formats the column `certified`. */
export const formatCertified = ({ certified }: { readonly certified: boolean }) => (certified ? '✓' : null);
