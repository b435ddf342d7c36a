/** A player's score on one event; null where the player made no forecast. */
type Scores = readonly (number | null)[];

export interface ExampleEvent {
  readonly title: string;
  /** Price of Yes, from 0 to 1. */
  readonly market: number;
  readonly happened: boolean;
}

interface PlayerResult {
  readonly brier: number;
  readonly edge: number;
  readonly adjusted: number;
}

export function brierOf(probability: number, happened: boolean): number {
  return (probability - (happened ? 1 : 0)) ** 2;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const rounds = 400;

/**
 * Fits `score = player's part + event's part` by least squares, alternating between the two, and returns the players' parts.
 * Events' parts have mean 0, so a player who says 50 % everywhere has 0.25. The example is small enough for this; the arena
 * solves the equations.
 */
export function adjustedScores(players: readonly Scores[]): number[] {
  const events = players[0].length;
  let parts = new Array<number>(events).fill(0);
  let skills = players.map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    skills = players.map(scores =>
      mean(scores.flatMap((score, event) => (score === null ? [] : [score - parts[event]]))),
    );
    parts = parts.map((_, event) =>
      mean(
        players.flatMap((scores, player) => {
          const score = scores[event];
          return score === null ? [] : [score - skills[player]];
        }),
      ),
    );
    const centre = mean(parts);
    parts = parts.map(part => part - centre);
  }
  return players.map(scores => mean(scores.flatMap((score, event) => (score === null ? [] : [score - parts[event]]))));
}

/** Returns the scores of a player on all three leaderboards; null without a forecast. */
export function scorePlayer(
  events: readonly ExampleEvent[],
  forecasts: readonly (number | null)[],
  others: readonly (readonly number[])[],
): PlayerResult | null {
  const own = forecasts.map((value, index) => (value === null ? null : brierOf(value, events[index].happened)));
  const made = own.flatMap((brier, index) =>
    brier === null ? [] : [{ brier, market: brierOf(events[index].market, events[index].happened) }],
  );
  if (made.length === 0) return null;
  const rest = others.map(values => values.map((value, index) => brierOf(value, events[index].happened)));
  const [adjusted] = adjustedScores([own, ...rest]);
  return {
    brier: mean(made.map(({ brier }) => brier)),
    edge: mean(made.map(({ brier, market }) => market - brier)),
    adjusted,
  };
}
