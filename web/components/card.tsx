import type { ReactNode } from 'react';

interface CardProps {
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, action, className = '', children }: CardProps) {
  return (
    <section className={`card p-4 sm:p-5 ${className}`}>
      {title !== undefined && (
        <header className="mb-3 flex min-h-8 items-center justify-between gap-3">
          <h2 className="text-16 font-semibold">{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}

/** A label above a number. */
export function Figure({ label, children, hint }: { label: string; children: ReactNode; hint?: string }) {
  return (
    <div className="min-w-0">
      <div className="text-12 text-quiet" title={hint}>
        {label}
      </div>
      <div className="numeric truncate text-20 font-semibold">{children}</div>
    </div>
  );
}

export function PageHeader({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
        {children && <div className="prose-line mt-1 text-quiet">{children}</div>}
      </div>
      {action}
    </header>
  );
}
