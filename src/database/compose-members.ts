import { defineFeatureStore, type ReadScope, type WriteScope } from './feature-store.js';
import type { Reads, Writes } from './store.js';

type Creators<S> = Readonly<Record<string, (scope: S) => unknown>>;

/** A feature as it is registered; one without tables has no store. */
export interface StoreFeature {
  readonly name: string;
  readonly store?: { readonly reads: object; readonly writes: object };
}

const base = defineFeatureStore({
  reads: {
    ping:
      ({ sql }) =>
      async () => {
        await sql`select 1`;
      },
  },
  writes: {},
});

type MemberOf<F, Part extends 'reads' | 'writes'> = F extends { readonly store: infer S extends object }
  ? keyof S[Part & keyof S]
  : never;

/** Members of `Writes` that do more than their namesakes in `Reads`. */
type WriteMember = {
  [K in keyof Writes]: K extends keyof Reads ? (Reads[K] extends Writes[K] ? never : K) : K;
}[keyof Writes];

type MissingMember<F> =
  | Exclude<keyof Reads, keyof typeof base.reads | MemberOf<F, 'reads'>>
  | Exclude<WriteMember, MemberOf<F, 'writes'>>;

/** Fails to compile, naming the member, when no feature implements a member of `Reads` or `Writes`. */
export type CompleteFeatures<F> = [MissingMember<F>] extends [never]
  ? unknown
  : { readonly missingMember: MissingMember<F> };

function merge<S>(
  lists: readonly { readonly name: string; readonly members: object }[],
): Map<string, Creators<S>[string]> {
  const merged = new Map<string, Creators<S>[string]>();
  for (const { name, members } of lists) {
    for (const [member, create] of Object.entries(members as Creators<S>)) {
      if (merged.has(member)) throw new Error(`feature ${name} registers the store member ${member} a second time`);
      merged.set(member, create);
    }
  }
  return merged;
}

/**
 * Creates a member on its first use: a transaction uses a few of them, and creating all would cost more CPU time than an
 * order. Members are inherited getters, which object spread does not copy.
 */
function composerOf<S, T>(members: ReadonlyMap<string, Creators<S>[string]>): (scope: S) => T {
  class Members {
    readonly #scope: S;
    readonly #created: unknown[] = [];

    constructor(scope: S) {
      this.#scope = scope;
    }

    static descriptor(create: Creators<S>[string], index: number): PropertyDescriptor {
      function get(this: Members) {
        this.#created[index] ??= create(this.#scope);
        return this.#created[index];
      }
      return { get, enumerable: true };
    }
  }
  for (const [index, [name, create]] of [...members].entries()) {
    Object.defineProperty(Members.prototype, name, Members.descriptor(create, index));
  }
  return scope => new Members(scope) as T;
}

interface Composers {
  readonly composeReads: (scope: ReadScope) => Reads;
  readonly composeWrites: (scope: WriteScope) => Writes;
}

export function composersOf(features: readonly StoreFeature[]): Composers {
  const stores = [
    { name: 'store', store: base },
    ...features.flatMap(({ name, store }) => (store ? [{ name, store }] : [])),
  ];
  const reads = merge<ReadScope>(stores.map(({ name, store }) => ({ name, members: store.reads })));
  const writes = merge<WriteScope>(stores.map(({ name, store }) => ({ name, members: store.writes })));
  return {
    composeReads: composerOf<ReadScope, Reads>(reads),
    composeWrites: composerOf<WriteScope, Writes>(new Map([...reads, ...writes])),
  };
}
