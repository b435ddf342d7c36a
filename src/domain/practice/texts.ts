import { seriesNumber } from './series.js';
import { commitmentOf, openUrn, outcomesOf, type Sha256, type Urn } from './urn.js';

/** The texts of a practice event, and how to verify it afterwards. */

interface PracticeTexts {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly outcomes: readonly string[];
  readonly resolutionSource: { readonly name: string; readonly url: string; readonly rule: string };
}

const drawsBefore = 'were drawn and put back: ';

function listed(labels: readonly string[]): string {
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}

/**
 * The texts of an event of the series. They contain the seed's SHA-256, and the seed itself only once it is
 * resolved.
 */
export function practiceTexts(sha256: Sha256, seed: string, slug: string, number: number): PracticeTexts {
  const outcomes = outcomesOf(number);
  const { shown } = openUrn(sha256, seed, slug, outcomes.length);
  const cuts = outcomes.slice(1).map((_, index) => `1 + floor(99 u("cut ${index + 1}"))`);
  const description = [
    'A practice event: it moves practice credits only and counts only on the practice leaderboard.',
    `An urn holds 100 balls, ${listed(outcomes)}; the number of each is secret. ${shown.length} balls ${drawsBefore}${shown
      .map(outcome => outcomes[outcome])
      .join(' ')}. One more is drawn when trading ends, and its colour wins.`,
    `A seed with the SHA-256 ${commitmentOf(sha256, seed)} determines all of it; the resolution reveals the seed. With u(x) = the first 4 bytes of SHA-256("<seed>:${slug}:x") as a number, divided by 2^32: balls 1 to 100 are coloured in the order of the outcomes, with ends at the sorted ${cuts.join(', ')} and at 100; draw n is ball 1 + floor(100 u("draw n")); the last is ball 1 + floor(100 u("answer")). "presage practice verify ${slug}" checks every step.`,
  ].join('\n\n');
  return {
    title: `Practice ${number}: which colour is drawn next?`,
    description,
    category: 'practice',
    tags: ['practice'],
    outcomes,
    resolutionSource: {
      name: 'The seeded rule in the description',
      url: '',
      rule: 'The colour of the ball that the seed draws as "answer". The resolution reveals the seed; the description contains its SHA-256 from the start.',
    },
  };
}

export function resolutionNote(seed: string, urn: Urn, outcomes: readonly string[]): string {
  const held = outcomes.map((label, index) => `${urn.counts[index]} ${label}`).join(', ');
  return `Seed ${seed}. The urn held ${held}; the answer is ball ${urn.ball}, ${outcomes[urn.winner]}.`;
}

interface DecidedPractice {
  readonly slug: string;
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly winner: number | null;
  readonly note: string;
}

interface PracticeStep {
  readonly step: string;
  readonly expected: string;
  readonly found: string;
  readonly right: boolean;
}

function step(name: string, expected: string, found: string): PracticeStep {
  return { step: name, expected, found, right: expected === found };
}

/**
 * Recomputes everything from the seed in the resolution. Null if it contains none, or if the event is not of the
 * series.
 */
export function verifyPractice(sha256: Sha256, event: DecidedPractice): { steps: PracticeStep[]; urn: Urn } | null {
  const seed = /\bSeed ([0-9a-f]{64})\b/.exec(event.note)?.[1];
  if (seed === undefined || seriesNumber(event.slug) === null) return null;
  const { slug, description, outcomes } = event;
  const urn = openUrn(sha256, seed, slug, outcomes.length);
  const committed = /SHA-256 ([0-9a-f]{64})\b/.exec(description)?.[1] ?? 'none';
  const told = new RegExp(`${drawsBefore}([A-Za-z ]+)`).exec(description)?.[1] ?? 'none';
  return {
    steps: [
      step('SHA-256 of the seed', commitmentOf(sha256, seed), committed),
      step('published draws', urn.shown.map(outcome => outcomes[outcome]).join(' '), told),
      step('winner', outcomes[urn.winner], outcomes[event.winner ?? -1] ?? 'none'),
    ],
    urn,
  };
}
