import type { Event } from '../../../../client/client';
import { TextField } from '../../../components/field';

export interface Answer {
  readonly kind: 'outcome' | 'split' | 'void';
  readonly winner: number | null;
  /** Percent for each outcome, as typed. */
  readonly shares: readonly string[];
}

export function emptyAnswer({ outcomes }: Event): Answer {
  return { kind: 'outcome', winner: null, shares: outcomes.map(() => '') };
}

/** The request members of the answer; null while it is incomplete. */
export function answerBody(answer: Answer): { winningOutcomeIndex: number } | { payoutBps: number[] } | null {
  if (answer.kind === 'outcome') return answer.winner === null ? null : { winningOutcomeIndex: answer.winner };
  const payoutBps = answer.shares.map(share => Math.round(Number(share || '0') * 100));
  const isWhole = payoutBps.every(bps => bps >= 0) && payoutBps.reduce((sum, bps) => sum + bps, 0) === 10_000;
  return isWhole ? { payoutBps } : null;
}

interface AnswerFieldProps {
  readonly event: Event;
  readonly answer: Answer;
  readonly canVoid?: boolean;
  readonly onChange: (answer: Answer) => void;
}

/** Selects the winning outcome, a split or, where allowed, a void. */
export function AnswerField({ event, answer, canVoid = false, onChange }: AnswerFieldProps) {
  const option = (isChecked: boolean, label: string, next: Answer) => (
    <label key={label} className="flex min-h-9 cursor-pointer items-center gap-3 rounded-card px-2 hover:bg-sunken">
      <input
        type="radio"
        name="answer"
        className="size-4 accent-[var(--accent)]"
        checked={isChecked}
        onChange={() => onChange(next)}
      />
      {label}
    </label>
  );
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Answer</legend>
      {event.outcomes.map(({ index, label }) =>
        option(answer.kind === 'outcome' && answer.winner === index, `${label} wins`, {
          ...answer,
          kind: 'outcome',
          winner: index,
        }),
      )}
      {option(answer.kind === 'split', 'Split the payout', { ...answer, kind: 'split' })}
      {canVoid && option(answer.kind === 'void', 'Void: reverse the event', { ...answer, kind: 'void' })}
      {answer.kind === 'split' && (
        <div className="mt-2 grid grid-cols-2 gap-3">
          {event.outcomes.map(({ index, label }) => (
            <TextField
              key={index}
              label={`${label}, percent`}
              inputMode="decimal"
              value={answer.shares[index]}
              onChange={change =>
                onChange({
                  ...answer,
                  shares: answer.shares.map((share, at) => (at === index ? change.target.value : share)),
                })
              }
            />
          ))}
          <p className="col-span-2 text-12 text-quiet">Together 100 percent.</p>
        </div>
      )}
    </fieldset>
  );
}
