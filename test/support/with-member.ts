/** A store with another member in place of one. Members are inherited getters, which object spread does not copy. */
export function withMember<S extends object, N extends keyof S>(store: S, name: N, member: S[N]): S {
  return new Proxy(store, { get: (target, key) => (key === name ? member : Reflect.get(target, key)) });
}
