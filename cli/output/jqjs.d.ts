declare module '@michaelhomer/jqjs' {
  /** Compiles a jq program. */
  export function compile(program: string): (input: unknown) => IterableIterator<unknown>;
}
