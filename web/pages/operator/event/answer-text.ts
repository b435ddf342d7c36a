import type { Event } from '../../../../client/client';
import { percentOfBps } from '../../../format/numbers';

interface Answer {
  readonly kind?: 'outcome' | 'split' | 'void';
  readonly winningOutcomeIndex: number | null;
  readonly payoutBps: readonly number[] | null;
}

/** An answer in words: "Yes wins", "Split: Yes 60%, No 40%", "Void". */
export function answerText({ outcomes }: Pick<Event, 'outcomes'>, answer: Answer): string {
  const { winningOutcomeIndex, payoutBps } = answer;
  if (winningOutcomeIndex !== null) return `${outcomes[winningOutcomeIndex]?.label} wins`;
  if (payoutBps === null) return 'Void';
  return `Split: ${payoutBps.map((bps, index) => `${outcomes[index]?.label} ${percentOfBps(bps)}`).join(', ')}`;
}
