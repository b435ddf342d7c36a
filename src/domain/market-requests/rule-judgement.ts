/** The result of one rule for a draft. A blocking rule earns no points. */
export interface RuleVerdict {
  readonly earned: number;
  readonly blocking: boolean;
  readonly message: string;
  /** The suggested change; null if the rule earned its whole weight. */
  readonly fix: string | null;
}

export interface RuleJudgement extends RuleVerdict {
  readonly id: string;
  readonly weight: number;
}

export function judgement(id: string, weight: number, verdict: RuleVerdict): RuleJudgement {
  const { earned, blocking, message, fix } = verdict;
  return { id, weight, earned: blocking ? 0 : earned, blocking, message, fix };
}

/** A part of a rule: its points, and the problem if it fails. */
export interface RulePart {
  readonly holds: boolean;
  readonly points: number;
  readonly problem: string;
  readonly fix: string;
}

/** Sums the points of passed parts and lists the problems of the others. */
export function verdictOf(parts: readonly RulePart[], message: string, blocking = false): RuleVerdict {
  const failed = parts.filter(({ holds }) => !holds);
  const earned = parts.reduce((points, part) => points + (part.holds ? part.points : 0), 0);
  if (failed.length === 0) return { earned, blocking: false, message, fix: null };
  return {
    earned,
    blocking,
    message: failed.map(({ problem }) => problem).join(' '),
    fix: failed.map(({ fix }) => fix).join(' '),
  };
}
