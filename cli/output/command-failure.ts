/** Exit codes of the command; the help and docs/guides/command.md list them. */
export const exitCodes = { done: 0, failure: 1, usage: 2, refused: 3, unreachable: 4, interrupted: 130 } as const;

/** Members of the JSON form of a failure, in addition to its message and exit code. */
interface FailureDetails {
  readonly code?: string;
  readonly status?: number;
  readonly field?: string | null;
  readonly remediation?: string | null;
  readonly retryAfter?: number | null;
  readonly requestId?: string | null;
}

const defaultCodes: Readonly<Record<number, string>> = {
  [exitCodes.failure]: 'FAILED',
  [exitCodes.usage]: 'USAGE',
  [exitCodes.unreachable]: 'UNREACHABLE',
  [exitCodes.interrupted]: 'INTERRUPTED',
};

/** Ends a command: the message goes to standard error, prefixed with the name of the command, or as JSON with --json. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failure,
    private readonly details: FailureDetails & { readonly summary?: string } = {},
  ) {
    super(message);
  }

  /** Returns one line of JSON. The first line of the message is the error, the others are the remediation. */
  toJson(): string {
    const [error, ...rest] = this.message.split('\n');
    const { summary = error, remediation = rest.join(' ') || null, ...details } = this.details;
    const code = details.code ?? defaultCodes[this.exitCode] ?? 'FAILED';
    return JSON.stringify({ error: summary, ...details, code, exitCode: this.exitCode, remediation });
  }
}

/** Invalid or conflicting arguments or options; no request was sent. */
export class UsageFailure extends CommandFailure {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}
