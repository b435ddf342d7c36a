/**
 * Makes the driver's queries let go of what they carried as soon as they are answered.
 *
 * The driver gives each query two functions by assigning arrow functions to its properties, and the JavaScript engine puts
 * functions that are written so straight among the old objects. From there they hold the query, its parameters and its rows
 * until the next full collection, and every collection of young objects in between copies all of that, although nobody
 * needs it any more. ADR 0020 has the figures.
 *
 * So callers wait for a promise of our own, and when it is settled and somebody has asked for it nothing is left in the query. The
 * price: what came of a query is told once. Whoever needs it twice keeps it.
 */
interface DriverQuery extends Promise<unknown> {
  args: unknown;
  parameters: unknown;
  string: unknown;
  readonly executed: boolean;
  /** Queries that the driver makes for itself have none, and stay as they are. */
  readonly canceller: unknown;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
  handle(): unknown;
  [told]?: Told;
}

/** What comes of a query, for as long as the query knows. */
interface Told {
  readonly outcome: Promise<unknown>;
  asked: boolean;
  settled: boolean;
}

const told = Symbol('told');
const isLight = Symbol('isLight');

const spent = () => {};
const hasCallbacks: Told = {
  outcome: Promise.reject(new Error('what came of this query has been told before')),
  asked: true,
  settled: true,
};
hasCallbacks.outcome.catch(spent);

function releaseOnSettle(query: DriverQuery): void {
  if (query[told]?.asked && query[told].settled) query[told] = hasCallbacks;
}

/** From now on the driver's answer goes to a promise of our own. None of these functions may be written where it is assigned. */
function divert(query: DriverQuery): void {
  const { resolve } = query;
  const outcome = new Promise((done, failed) => {
    const empty = () => {
      query.args = null;
      query.parameters = null;
      query.string = null;
      query.resolve = spent;
      query.reject = spent;
      if (query[told]) query[told].settled = true;
      releaseOnSettle(query);
      // The query itself is a promise as well: it ends, and says nothing.
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
  query[told] = { outcome, asked: false, settled: false };
}

/** `query` is any query of the driver, executed or not: all of them share one prototype. */
export function releaseQueryMemory(query: object): void {
  const prototype = Object.getPrototypeOf(query) as DriverQuery & { [isLight]?: true };
  if (prototype[isLight]) return;
  const { handle } = prototype;
  const whole = Promise.prototype;
  function execute(this: DriverQuery): unknown {
    if (!this.executed && this.canceller) divert(this);
    return handle.call(this);
  }
  Object.assign(prototype, {
    [isLight]: true,
    handle: execute,
    // biome-ignore lint/suspicious/noThenProperty: waiting for a query is waiting for its outcome.
    then(this: DriverQuery, ...given: Parameters<Promise<unknown>['then']>) {
      execute.call(this);
      const known = this[told];
      if (!known) return whole.then.apply(this, given);
      known.asked = true;
      releaseOnSettle(this);
      return known.outcome.then(...given);
    },
    // The driver asks so within transactions, beside whoever made the query: it does not count.
    catch(this: DriverQuery, failed: Parameters<Promise<unknown>['catch']>[0]) {
      execute.call(this);
      return whole.then.call(this[told]?.outcome ?? this, null, failed);
    },
    finally(this: DriverQuery, over: () => void) {
      return Promise.resolve(this).finally(over);
    },
  });
}
