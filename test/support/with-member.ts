/** The members of a store with another one in place of a member. Members are inherited, so object spread does not copy them. */
export function withMember<S extends object, N extends keyof S>(members: S, name: N, value: S[N]): S {
  return Object.create(members, { [name]: { value, enumerable: true } });
}
