import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly Tab<T>[];
  readonly onChange: (value: T) => void;
}

export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={next => onChange(next as T)}>
      <Base.List aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(tab => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-10 border-b-2 border-transparent px-3 text-14 whitespace-nowrap text-quiet hover:text-ink data-[active]:border-accent data-[active]:font-semibold data-[active]:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
