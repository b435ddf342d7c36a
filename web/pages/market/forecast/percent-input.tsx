import { Slider } from '@base-ui/react/slider';
import { type KeyboardEvent, useId, useRef } from 'react';
import { OutcomeDot } from '../../../components/outcome-bar';
import { percent } from '../../../format/numbers';
import { outcomeColour } from '../../../format/outcome-colour';
import { readPercent } from './forecast-values';

export const tickKinds = ['Market', 'Crowd', 'You'] as const;
type TickKind = (typeof tickKinds)[number];

/** The kinds differ in colour and height. */
export function tickClass(kind: TickKind): string {
  return { Market: 'h-4 w-0.5 bg-ink', Crowd: 'h-3 w-0.5 bg-quiet', You: 'h-4 w-1 bg-accent' }[kind];
}

interface Tick {
  readonly label: TickKind;
  readonly value: number | null;
}

interface PercentInputProps {
  readonly index: number;
  readonly label: string;
  readonly value: string;
  readonly ticks: readonly Tick[];
  readonly onChange: (value: string) => void;
  readonly isLarge?: boolean;
}

/** Arrow keys change the number by 1, with Shift by 10. */
function step(event: KeyboardEvent, value: number): string | null {
  const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
  if (direction === 0) return null;
  const next = value + direction * (event.shiftKey ? 10 : 1);
  return String(Math.round(Math.min(100, Math.max(0, next)) * 10) / 10);
}

function Ticks({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map(
    ({ label, value }) =>
      value !== null && (
        <span
          key={label}
          title={`${label} ${percent(value)}`}
          aria-hidden="true"
          className={`absolute top-1/2 -translate-y-1/2 rounded-full ${tickClass(label)}`}
          style={{ left: `${value}%` }}
        />
      ),
  );
}

/** A probability as a slider and as a number. Ticks show the market, the crowd and the person's last value. */
export function PercentInput({ index, label, value, ticks, onChange, isLarge = false }: PercentInputProps) {
  const number = readPercent(value);
  // The slider stays where it was while the text is no number.
  const last = useRef(50);
  if (number !== null) last.current = number;
  const isWrong = number === null && value.trim() !== '';
  const noteId = useId();
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 ${isLarge ? 'gap-y-1' : ''}`}>
      <span className="flex min-w-0 items-center gap-2">
        <OutcomeDot index={index} />
        <span className="min-w-0 flex-1 truncate font-medium" title={label}>
          {label}
        </span>
      </span>
      <span className={`relative ${isLarge ? '' : 'row-span-2'}`}>
        <input
          aria-label={`Probability of ${label} in percent`}
          aria-invalid={isWrong}
          aria-describedby={isWrong && isLarge ? noteId : undefined}
          inputMode="decimal"
          autoComplete="off"
          className={`field numeric pr-7 text-right font-semibold ${isLarge ? 'h-12 w-28 text-20' : 'w-20'}`}
          value={value}
          onChange={event => onChange(event.target.value)}
          onKeyDown={event => {
            const next = step(event, last.current);
            if (next === null) return;
            event.preventDefault();
            onChange(next);
          }}
        />
        <span aria-hidden="true" className={`absolute right-3 text-quiet ${isLarge ? 'top-3.5' : 'top-2.5'}`}>
          %
        </span>
      </span>
      <Slider.Root
        className={isLarge ? 'col-span-2' : ''}
        value={last.current}
        min={0}
        max={100}
        step={1}
        largeStep={10}
        onValueChange={next => onChange(String(next))}
      >
        <Slider.Control className={`flex w-full touch-none items-center ${isLarge ? 'h-8' : 'h-6'}`}>
          <Slider.Track className="relative h-1.5 w-full rounded-full bg-sunken">
            <Slider.Indicator className="rounded-full" style={{ background: outcomeColour(index) }} />
            <Ticks ticks={ticks} />
            <Slider.Thumb
              aria-label={`Probability of ${label}`}
              className="size-5 rounded-full border-2 border-accent bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      {isWrong && isLarge && (
        <p id={noteId} role="alert" className="col-span-2 text-12 text-loss">
          Enter a number from 0 to 100.
        </p>
      )}
    </div>
  );
}
