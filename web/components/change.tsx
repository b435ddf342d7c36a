import { credits, signed } from '../format/numbers';
import { Icon } from './icon';

function toneOf(value: number): string {
  return value > 0 ? 'text-gain' : value < 0 ? 'text-loss' : 'text-quiet';
}

/** A change in percentage points, with arrow and sign. */
export function PointsChange({ bps, label = 'in 24 hours' }: { bps: number | null; label?: string }) {
  if (bps === null) return <span className="text-quiet">—</span>;
  const points = bps / 100;
  const text = signed(points, value => value.toFixed(1));
  const isFlat = !/[1-9]/.test(text);
  return (
    <span className={`numeric inline-flex items-baseline gap-0.5 ${isFlat ? 'text-quiet' : toneOf(bps)}`}>
      {!isFlat && <Icon name={bps > 0 ? 'arrowUp' : 'arrowDown'} size={12} className="self-center" />}
      {text}
      <span className="sr-only"> points {label}</span>
    </span>
  );
}

/** A gain or loss in credits, with arrow and sign. */
export function CreditsChange({ value }: { value: number }) {
  const text = signed(value, credits);
  const isFlat = !/[1-9]/.test(text);
  return (
    <span className={`numeric inline-flex items-baseline gap-0.5 ${isFlat ? 'text-quiet' : toneOf(value)}`}>
      {!isFlat && <Icon name={value > 0 ? 'arrowUp' : 'arrowDown'} size={12} className="self-center" />}
      {text}
    </span>
  );
}
