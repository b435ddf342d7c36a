import { Select, TextField } from '../../../components/field';
import type { Expiry, TicketState } from './ticket-state';

const expiries: readonly { readonly value: Expiry; readonly label: string }[] = [
  { value: 'never', label: 'Until cancelled' },
  { value: '1h', label: 'For 1 hour' },
  { value: '1d', label: 'For 1 day' },
  { value: '1w', label: 'For 1 week' },
  { value: 'custom', label: 'Until…' },
];

interface LimitFieldsProps {
  readonly state: TicketState;
  /** The market price, as a suggestion. */
  readonly priceBps: number;
  readonly mistakes: { readonly limit?: string; readonly expiry?: string };
  readonly onChange: (change: Partial<TicketState>) => void;
}

/** The price and expiry of a limit order. */
export function LimitFields({ state, priceBps, mistakes, onChange }: LimitFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-2">
        <TextField
          label="Price in %"
          inputMode="decimal"
          autoComplete="off"
          placeholder={String(priceBps / 100)}
          className="numeric"
          value={state.limit}
          error={mistakes.limit}
          onChange={event => onChange({ limit: event.target.value })}
        />
        <div className="flex flex-col gap-1">
          <span className="font-medium" aria-hidden="true">
            Expires
          </span>
          <Select label="Expires" value={state.expiry} options={expiries} onPick={expiry => onChange({ expiry })} />
        </div>
      </div>
      {state.expiry === 'custom' && (
        <TextField
          label="Day and time"
          type="datetime-local"
          value={state.customExpiry}
          error={mistakes.expiry}
          onChange={event => onChange({ customExpiry: event.target.value })}
        />
      )}
    </div>
  );
}
