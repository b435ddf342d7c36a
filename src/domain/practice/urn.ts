/** The published rule that resolves practice events: an urn and its draws, all derived from one seed. */

/** SHA-256 of the text's UTF-8 bytes. */
export type Sha256 = (text: string) => Uint8Array;

const balls = 100;
const colours = ['Red', 'Blue', 'Green', 'Yellow'] as const;
const shownDraws = 12;

export interface Urn {
  /** The number of balls of each colour, 100 in total. */
  readonly counts: readonly number[];
  /** Published draws, as indexes of outcomes. */
  readonly shown: readonly number[];
  /** The deciding ball, from 1 to 100, and its outcome. */
  readonly ball: number;
  readonly winner: number;
}

/** Every third event has three or four outcomes. */
export function outcomesOf(number: number): readonly string[] {
  return colours.slice(0, number % 3 === 2 ? 3 + (number % 2) : 2);
}

/** A number from 0 to below `below`, from the first four bytes of SHA-256("seed:slug:name"). */
function pick(sha256: Sha256, source: string, name: string, below: number): number {
  const bytes = sha256(`${source}:${name}`);
  const part = ((bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3]) >>> 0;
  return Math.floor((part * below) / 2 ** 32);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

export function commitmentOf(sha256: Sha256, seed: string): string {
  return hex(sha256(seed));
}

/**
 * Fills the urn and draws. The cuts are uniform and independent, so that before any draw all mixtures are equally
 * likely, except those with equal cuts: a colour between equal cuts has no ball.
 */
export function openUrn(sha256: Sha256, seed: string, slug: string, outcomes: number): Urn {
  const source = `${seed}:${slug}`;
  const cuts = Array.from(
    { length: outcomes - 1 },
    (_, index) => 1 + pick(sha256, source, `cut ${index + 1}`, balls - 1),
  );
  const ends = [...cuts.sort((a, b) => a - b), balls];
  const colourOf = (ball: number) => ends.findIndex(end => ball <= end);
  const draw = (name: string) => 1 + pick(sha256, source, name, balls);
  const ball = draw('answer');
  return {
    counts: ends.map((end, index) => end - (ends[index - 1] ?? 0)),
    shown: Array.from({ length: shownDraws }, (_, index) => colourOf(draw(`draw ${index + 1}`))),
    ball,
    winner: colourOf(ball),
  };
}
