/** The standard streams of the process, for commands that read a file or standard input. */
export interface StandardStreams {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Standard input, for the file name “-”. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean;
}
