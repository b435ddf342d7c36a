import { Slider } from '@base-ui/react/slider';
import { TextField } from '../../../components/field';
import { credits, shares } from '../../../format/numbers';
import { readNumber } from '../../../format/read-number';

interface AmountFieldProps {
  readonly side: 'buy' | 'sell';
  readonly value: string;
  readonly available: number | null;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const buyPresets = [10, 25, 100, 500];
const sellShares = [0.25, 0.5, 1];

/** Truncates, because a rounded-up amount would exceed the available amount. */
function cut(value: number): string {
  return String(Math.floor(value * 100) / 100);
}

function Presets({ side, available, onChange }: Pick<AmountFieldProps, 'side' | 'available' | 'onChange'>) {
  const presets =
    side === 'buy'
      ? buyPresets.map(amount => ({ label: String(amount), value: String(amount) }))
      : sellShares.map(share => ({
          label: share === 1 ? 'All' : `${share * 100}%`,
          value: available === null ? '' : cut(available * share),
        }));
  return (
    <div className="flex gap-1.5">
      {presets.map(({ label, value }) => (
        <button
          key={label}
          type="button"
          disabled={value === ''}
          onClick={() => onChange(value)}
          aria-label={side === 'buy' ? `${label} credits` : `Sell ${label}`}
          className="numeric h-8 flex-1 rounded-small bg-sunken text-12 font-medium hover:bg-line disabled:opacity-50"
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function AmountSlider({ side, value, available, onChange }: AmountFieldProps) {
  const max = available ?? 0;
  const amount = Math.min(max, Math.max(0, readNumber(value) ?? 0));
  return (
    <Slider.Root
      value={amount}
      min={0}
      max={Math.max(max, 0.01)}
      step={side === 'buy' ? 1 : 0.01}
      largeStep={Math.max(1, Math.round(max / 10))}
      disabled={max <= 0}
      onValueChange={next => onChange(cut(next as number))}
    >
      <Slider.Control className="flex h-6 w-full touch-none items-center">
        <Slider.Track className="relative h-1.5 w-full rounded-full bg-sunken">
          <Slider.Indicator className="rounded-full bg-accent" />
          <Slider.Thumb
            aria-label={side === 'buy' ? 'Credits to spend' : 'Shares to sell'}
            className="size-5 rounded-full border-2 border-accent bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

export function AmountField(props: AmountFieldProps) {
  const { side, value, available, error, onChange } = props;
  const unit = side === 'buy' ? 'credits' : 'shares';
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={side === 'buy' ? 'Credits' : 'Shares'}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        className="numeric h-12 text-20 font-semibold"
        value={value}
        error={error}
        hint={
          available === null
            ? undefined
            : `${side === 'buy' ? credits(available) : shares(available)} ${unit} available`
        }
        onChange={event => onChange(event.target.value)}
      />
      <Presets side={side} available={available} onChange={onChange} />
      {available !== null && <AmountSlider {...props} />}
    </div>
  );
}
