/** The shape of a market with two outcomes: header, prices, chart, tabs and ticket. */
export function MarketSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 min-h-dvh gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <div className="skeleton mb-3 h-5 w-32" />
          <div className="skeleton mb-2 h-7 w-full" />
          <div className="skeleton mb-3 h-7 w-3/5" />
          <div className="skeleton h-5 w-56" />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <div className="card h-28 p-4">
            <div className="skeleton h-5 w-16" />
            <div className="skeleton mt-3 h-9 w-24" />
          </div>
          <div className="card h-28 p-4">
            <div className="skeleton h-5 w-16" />
            <div className="skeleton mt-3 h-9 w-24" />
          </div>
        </div>
        <div className="card p-4">
          <div className="skeleton ml-auto h-9 w-40" />
          <div className="skeleton mt-3 h-[300px]" />
        </div>
        <div className="card p-4">
          <div className="skeleton h-9 w-56" />
          <div className="skeleton mt-4 h-64" />
        </div>
      </div>
      <div className="card hidden self-start p-5 lg:block">
        <div className="skeleton h-9 w-40" />
        <div className="skeleton mt-4 h-9" />
        <div className="skeleton mt-3 h-9" />
        <div className="skeleton mt-6 h-12" />
        <div className="skeleton mt-6 h-36" />
        <div className="skeleton mt-6 h-12" />
      </div>
    </div>
  );
}
