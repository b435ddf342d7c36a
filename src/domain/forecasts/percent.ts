/**
 * Probabilities are percentages outside and integer millionths inside, which is exactly the four decimals that they may
 * have.
 */
const microsPerPercent = 10_000;
const highestPercent = 100;

/**
 * Converts a percentage to millionths, rounded to four decimals; null if it is invalid. A double carries fifteen
 * significant digits for certain: rounding to those first makes the rounding decimal, so that 33.33335 rounds up.
 */
export function microsFromPercent(percent: number): number | null {
  if (!(percent >= 0 && percent <= highestPercent)) return null;
  const text = percent.toPrecision(15);
  // Only numbers far below the last decimal are formatted with an exponent.
  if (text.includes('e')) return 0;
  const [whole, fraction = ''] = text.split('.');
  const digits = fraction.padEnd(5, '0');
  const up = digits[4] >= '5' ? 1 : 0;
  return Number(whole) * microsPerPercent + Number(digits.slice(0, 4)) + up;
}

/** The quotient of two integers is the double nearest to the decimal, so it prints at most four decimals. */
export function percentFromMicros(micros: number): number {
  return micros / microsPerPercent;
}
