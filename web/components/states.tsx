import type { ReactNode } from 'react';
import { failureText } from '../api/client';
import { Button } from './button';
import { Icon, type IconName } from './icon';

export function EmptyState({
  icon = 'info',
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 flex size-10 items-center justify-center rounded-full bg-sunken text-quiet">
        <Icon name={icon} />
      </span>
      <p className="text-16 font-semibold">{title}</p>
      {children && <p className="prose-line text-quiet">{children}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** A failed read: what happened, what to do, and the id to quote. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, advice, requestId } = failureText(error);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-loss-soft p-4 text-loss">
      <Icon name="warning" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {advice && <p>{advice}</p>}
        {requestId && <p className="mt-1 font-mono text-12">{requestId}</p>}
      </div>
      {onRetry && (
        <Button size="small" kind="danger" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Placeholder lines of the final height, to avoid a layout shift when the data arrives. */
export function SkeletonRows({ rows = 6, height = 40 }: { rows?: number; height?: number }) {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={index} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}
