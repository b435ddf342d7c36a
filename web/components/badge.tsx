import type { ReactNode } from 'react';
import type { Event } from '../../client/client';

type Tone = 'plain' | 'accent' | 'warn' | 'gain' | 'loss';

const tones: Record<Tone, string> = {
  plain: 'bg-sunken text-quiet',
  accent: 'bg-accent-soft text-accent-text',
  warn: 'bg-warn-soft text-warn',
  gain: 'bg-gain-soft text-gain',
  loss: 'bg-loss-soft text-loss',
};

export function Badge({ tone = 'plain', children, title }: { tone?: Tone; children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className={`inline-flex h-5 items-center whitespace-nowrap rounded-small px-1.5 text-12 font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

const statuses: Record<Event['status'], readonly [label: string, tone: Tone]> = {
  scheduled: ['Opens later', 'plain'],
  active: ['Open', 'gain'],
  paused: ['Paused', 'warn'],
  closed: ['Closed', 'plain'],
  resolved: ['Resolved', 'accent'],
  void: ['Void', 'loss'],
};

export function StatusBadge({ status }: { status: Event['status'] }) {
  const [label, tone] = statuses[status];
  return <Badge tone={tone}>{label}</Badge>;
}
