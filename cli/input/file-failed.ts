/** Something is wrong with a file. The message is for people; scripts get the exit code. */
export class FileFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
