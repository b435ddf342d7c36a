/**
 * How many of `trials` independent trials succeed, each with `probability` above 0 and below 1. `drawShare` gives numbers
 * between 0 and 1. Exact up to the rounding of doubles.
 */
export function drawBinomial(drawShare: () => number, trials: number, probability: number): number {
  if (probability > 0.5) return trials - drawBinomial(drawShare, trials, 1 - probability);
  return trials * probability < 10
    ? countSuccesses(drawShare, trials, probability)
    : rejectSuccesses(drawShare, trials, probability);
}

/** Jumps from success to success: the gaps between them are geometric. */
function countSuccesses(drawShare: () => number, trials: number, probability: number): number {
  const logOfFailure = Math.log1p(-probability);
  let successes = 0;
  let at = 0;
  for (;;) {
    at += Math.floor(Math.log(drawShare()) / logOfFailure) + 1;
    if (at > trials) return successes;
    successes += 1;
  }
}

/** Hörmann's transformed rejection (BTRS, 1993): about one and a half pairs of draws, however many trials there are. */
function rejectSuccesses(drawShare: () => number, trials: number, probability: number): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const center = trials * probability + 0.5;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const quickly = 0.92 - 4.2 / b;
  const odds = probability / (1 - probability);
  const mode = Math.floor((trials + 1) * probability);
  for (;;) {
    const u = drawShare() - 0.5;
    const v = drawShare();
    const distance = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / distance + b) * u + center);
    if (distance >= 0.07 && v <= quickly) return k;
    if (k < 0 || k > trials) continue;
    const height = Math.log((v * alpha) / (a / (distance * distance) + b));
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1)) +
      (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1)) +
      factorialRest(mode) +
      factorialRest(trials - mode) -
      factorialRest(k) -
      factorialRest(trials - k);
    if (height <= bound) return k;
  }
}

/** The error of Stirling's formula for ln k!, for k from 0 to 9. */
const smallRests = [
  0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
  0.01387612882307075, 0.01189670994589177, 0.010411265261972096, 0.009255462182712733, 0.008330563433362871,
];

function factorialRest(k: number): number {
  if (k < smallRests.length) return smallRests[k];
  const next = k + 1;
  const square = next * next;
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / next;
}
