/** The database can't be used; the message is one line for an operator. */
export class DatabaseStartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
    this.name = 'DatabaseStartError';
  }
}

/** Another process owns the data folder. */
export class DataFolderInUseError extends DatabaseStartError {
  constructor(
    readonly dataFolder: string,
    /** Null if the server does not report it. */
    readonly holder: number | null,
  ) {
    const who = holder === null ? '' : ` (process ${holder})`;
    super(
      `the data folder ${dataFolder} is in use by another Presage process${who}: stop it first, or choose another folder`,
    );
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
