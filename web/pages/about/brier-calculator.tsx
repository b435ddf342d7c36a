import { Slider } from '@base-ui/react/slider';
import { useState } from 'react';
import { score } from '../../format/numbers';

/** Demonstrates why honest probabilities score best. */
export function BrierCalculator() {
  const [percent, setPercent] = useState(70);
  const p = percent / 100;
  return (
    <div className="rounded-card bg-ground p-4 text-ink">
      <div className="mb-2 flex items-baseline justify-between">
        <span>You say</span>
        <span className="numeric text-20 font-semibold">{percent}%</span>
      </div>
      <Slider.Root
        value={percent}
        min={0}
        max={100}
        step={1}
        largeStep={10}
        onValueChange={value => setPercent(value as number)}
      >
        <Slider.Control className="flex h-8 w-full touch-none items-center">
          <Slider.Track className="relative h-1.5 w-full rounded-full bg-sunken">
            <Slider.Indicator className="rounded-full bg-accent" />
            <Slider.Thumb
              aria-label="Probability to try"
              className="size-5 rounded-full border-2 border-accent bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <dl className="numeric mt-2 grid grid-cols-3 gap-3" aria-live="polite">
        <div>
          <dt className="text-12 text-quiet">If it happens</dt>
          <dd className="text-16 font-semibold">{score((1 - p) ** 2)}</dd>
        </div>
        <div>
          <dt className="text-12 text-quiet">If it doesn’t</dt>
          <dd className="text-16 font-semibold">{score(p ** 2)}</dd>
        </div>
        <div>
          <dt className="text-12 text-quiet">Expected, if {percent}% is right</dt>
          <dd className="text-16 font-semibold">{score(p * (1 - p) ** 2 + (1 - p) * p ** 2)}</dd>
        </div>
      </dl>
    </div>
  );
}
