import { useState } from 'react';
import { CopyButton } from '../../components/copy-button';
import { Tabs } from '../../components/tabs';
import { quickStartSamples } from './quick-start-samples';

/** First steps in six tools, with the real key while it is available. */
export function QuickStart({ secret }: { secret: string | null }) {
  const all = quickStartSamples(location.origin, secret ?? 'presage_agent_…');
  const [shown, setShown] = useState<(typeof all)[number]['value']>('curl');
  return (
    <section aria-label="Quick start" className={secret === null ? 'card p-5' : ''}>
      {secret === null && <h2 className="mb-2 text-16 font-semibold">Quick start</h2>}
      <Tabs
        label="Quick start"
        value={shown}
        onChange={setShown}
        tabs={all.map(({ value, label, text }) => ({
          value,
          label,
          content: (
            <div className="relative">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
              <pre tabIndex={0} className="overflow-x-auto rounded-card bg-ground p-3 pt-12 font-mono text-12">
                {text}
              </pre>
              <span className="absolute top-2 right-2">
                <CopyButton text={text} />
              </span>
            </div>
          ),
        }))}
      />
    </section>
  );
}
