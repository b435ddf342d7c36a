interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly full?: boolean;
}

/** A choice between a few visible options. Built on radio buttons, so that arrow keys and screen readers work. */
export function Segmented<T extends string>({ label, value, options, onChange, full = false }: SegmentedProps<T>) {
  return (
    <fieldset className={`inline-flex rounded-card bg-sunken p-0.5 ${full ? 'w-full' : ''}`}>
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className={`relative flex h-8 cursor-pointer items-center justify-center rounded-[8px] px-3 text-14 whitespace-nowrap transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent-text ${full ? 'flex-1' : ''} ${
            option.value === value
              ? 'bg-surface font-semibold text-ink shadow-[0_1px_2px_rgb(0_0_0/0.12)]'
              : 'text-quiet hover:text-ink'
          }`}
        >
          <input
            type="radio"
            name={label}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
