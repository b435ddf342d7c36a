import type { Sql } from '../../../src/database/pool.js';
import type { Reader, Store } from '../../../src/database/store.js';

/** Sees the text of a statement before it is sent: it may throw, or return a promise that delays or fails the statement. */
export type OnStatement = (text: string) => undefined | Promise<unknown>;

function delayed<S extends PromiseLike<unknown> & object>(statement: S, until: Promise<unknown>): S {
  return new Proxy(statement, {
    get(target, name) {
      if (name === 'then') return (...handlers: Parameters<S['then']>) => until.then(() => target).then(...handlers);
      if (name === 'execute') return () => until.then(() => target);
      return Reflect.get(target, name);
    },
  });
}

/** The same executor, with a look at every template before it becomes a statement. */
function watchedSql(sql: Sql, onStatement: OnStatement): Sql {
  /** What a statement waits for because one of its parts does. */
  const waits = new WeakMap<object, Promise<unknown>>();
  return new Proxy(sql, {
    apply(target, self, args) {
      const [strings, ...values] = args as [unknown, ...unknown[]];
      const isTemplate = Array.isArray(strings) && 'raw' in strings;
      const ofPart = values.flatMap(value => waits.get(value as object) ?? [])[0];
      const until = (isTemplate ? onStatement(strings.join('?')) : undefined) ?? ofPart;
      const statement = Reflect.apply(target as never, self, args) as PromiseLike<unknown> & object;
      if (!until) return statement;
      const waiting = delayed(statement, until);
      waits.set(waiting, until);
      return waiting;
    },
  });
}

/** The same reader or transaction, whose statements are seen by `onStatement`. */
export function watchStatements<R extends Reader>(reader: R, onStatement: OnStatement): R {
  return { ...reader, sql: watchedSql(reader.sql, onStatement) };
}

/** A store whose reads outside transactions are seen by `onStatement`. */
export function withWatchedReads(store: Store, onStatement: OnStatement): Store {
  return { ...store, read: work => store.read(reader => work(watchStatements(reader, onStatement))) };
}
