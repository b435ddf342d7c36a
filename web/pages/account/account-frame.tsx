import type { ReactNode } from 'react';

/** The layout of a page with a single form. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="card mx-auto mt-4 w-full max-w-md p-6 sm:mt-10 sm:p-8">
      <h1 className="mb-5 text-28 font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}
