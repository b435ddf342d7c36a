/**
 * Makes the driver's queries release their parameters and rows as soon as they settle.
 *
 * The driver assigns two arrow functions to properties of each query, and V8 pretenures closures assigned to a property.
 * From the old generation they retain the query, its parameters and its rows until the next major GC, and every minor GC
 * in between copies them. ADR 0020 has the measurements.
 *
 * So callers await a separate promise, and once it has settled and been awaited the query is empty. The price: the
 * outcome of a query can be awaited once.
 */
interface DriverQuery extends Promise<unknown> {
  args: unknown;
  parameters: unknown;
  string: unknown;
  readonly executed: boolean;
  /** Internal queries of the driver have none and are left alone. */
  readonly canceller: unknown;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
  handle(): unknown;
  [outcomeOf]?: QueryOutcome;
}

/** The outcome of a query until it is released. */
interface QueryOutcome {
  readonly outcome: Promise<unknown>;
  awaited: boolean;
  settled: boolean;
}

const outcomeOf = Symbol('outcome');
const isPatched = Symbol('isPatched');

const ignore = () => {};
const released: QueryOutcome = {
  outcome: Promise.reject(new Error('what came of this query has been told before')),
  awaited: true,
  settled: true,
};
released.outcome.catch(ignore);

function releaseOnSettle(query: DriverQuery): void {
  if (query[outcomeOf]?.awaited && query[outcomeOf].settled) query[outcomeOf] = released;
}

/** Redirects the driver's result to a separate promise. No closure may be written in the assignment itself (pretenuring). */
function redirect(query: DriverQuery): void {
  const { resolve } = query;
  const outcome = new Promise((done, failed) => {
    const empty = () => {
      query.args = null;
      query.parameters = null;
      query.string = null;
      query.resolve = ignore;
      query.reject = ignore;
      if (query[outcomeOf]) query[outcomeOf].settled = true;
      releaseOnSettle(query);
      // The query itself is a promise as well: it resolves without a value.
      resolve(undefined);
    };
    const succeed = (rows: unknown) => {
      done(rows);
      empty();
    };
    const fail = (error: unknown) => {
      failed(error);
      empty();
    };
    query.resolve = succeed;
    query.reject = fail;
  });
  query[outcomeOf] = { outcome, awaited: false, settled: false };
}

/** `query` is any query of the driver, executed or not: all of them share one prototype. */
export function releaseQueryMemory(query: object): void {
  const prototype = Object.getPrototypeOf(query) as DriverQuery & { [isPatched]?: true };
  if (prototype[isPatched]) return;
  const { handle } = prototype;
  const promise = Promise.prototype;
  function execute(this: DriverQuery): unknown {
    if (!this.executed && this.canceller) redirect(this);
    return handle.call(this);
  }
  Object.assign(prototype, {
    [isPatched]: true,
    handle: execute,
    // biome-ignore lint/suspicious/noThenProperty: waiting for a query is waiting for its outcome.
    then(this: DriverQuery, ...given: Parameters<Promise<unknown>['then']>) {
      execute.call(this);
      const known = this[outcomeOf];
      if (!known) return promise.then.apply(this, given);
      known.awaited = true;
      releaseOnSettle(this);
      return known.outcome.then(...given);
    },
    // The driver itself catches queries of transactions: that does not count as awaiting.
    catch(this: DriverQuery, failed: Parameters<Promise<unknown>['catch']>[0]) {
      execute.call(this);
      return promise.then.call(this[outcomeOf]?.outcome ?? this, null, failed);
    },
    finally(this: DriverQuery, over: () => void) {
      return Promise.resolve(this).finally(over);
    },
  });
}
