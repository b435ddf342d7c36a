/** Ends a command: the message goes to standard error, prefixed with the name of the command. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
