/** A person's request for a market, and the values that rank it. */
export const requestStatuses = ['open', 'planned', 'launched', 'declined', 'duplicate'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The maximum number of open requests per person. */
export const maxOpenRequests = 10;

/** The content of a request. Omitted fields are null, outcomes an empty list. */
export interface RequestTexts {
  readonly question: string;
  readonly category: string | null;
  readonly outcomes: readonly string[];
  /** Epoch milliseconds. */
  readonly endsAt: number | null;
  readonly sourceName: string | null;
  readonly sourceUrl: string | null;
  readonly observationRule: string | null;
  readonly demandEvidence: string | null;
  /** The probability of Yes, or of the first outcome if none is labelled Yes, in millionths. */
  readonly suggestedYes: number | null;
  readonly firstLimitOrderIntent: boolean;
}

const halfVotes = 10;

/** 0.6 × readiness + 40 × votes / (votes + 10): at most 60 points for readiness and less than 40 for demand. */
export function rankScoreOf(readinessScore: number, votes: number): number {
  return 0.6 * readinessScore + (40 * votes) / (votes + halfVotes);
}

/** The index of the outcome that `suggestedYes` refers to. */
export function yesIndexOf(outcomes: readonly string[]): number {
  return Math.max(
    0,
    outcomes.findIndex(label => label.toLowerCase() === 'yes'),
  );
}
