import { outcomeColour } from '../format/outcome-colour';
import { Probability } from './probability';

export function OutcomeDot({ index }: { index: number }) {
  return (
    <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={{ background: outcomeColour(index) }} />
  );
}

interface OutcomeBarProps {
  readonly index: number;
  readonly label: string;
  readonly priceBps: number;
  readonly isWinner?: boolean;
}

/** One outcome with its share as a bar and as a number. */
export function OutcomeBar({ index, label, priceBps, isWinner = false }: OutcomeBarProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="w-1/2 truncate text-14" title={label}>
        {label}
        {isWinner && <span className="ml-1 text-gain">✓</span>}
      </span>
      <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full rounded-full transition-[width] duration-150"
          style={{ width: `${priceBps / 100}%`, background: outcomeColour(index) }}
        />
      </span>
      <Probability bps={priceBps} className="w-12 text-right text-14 font-semibold" />
    </div>
  );
}
