import pino, { type Logger } from 'pino';

/** The number of similar lines that are logged one by one before the others are only counted. */
const maxAlike = 5;
/**
 * The first count is reported after this time. While lines continue, each further interval is twice as long as the
 * last.
 */
const firstWindowMs = 10_000;
const maxWindowMs = 300_000;
/** The maximum number of different lines counted at the same time; further ones are not limited. */
const maxKeys = 500;

type Summarize = (suppressed: number, seconds: number) => void;

interface Alike {
  admitted: number;
  suppressed: number;
  windowMs: number;
}

/**
 * Collapses repeated log lines: a full disk or a lost database fails thousands of requests a second in the same way,
 * and their lines would fill the disk.
 */
class RepeatLimiter {
  private readonly alike = new Map<string, Alike>();

  /** Whether to log the line. `summarize` runs at the end of a window in which lines were suppressed. */
  admits(key: string, summarize: Summarize): boolean {
    const repeated = this.alike.get(key);
    if (!repeated) {
      if (this.alike.size < maxKeys) this.open(key, { admitted: 1, suppressed: 0, windowMs: firstWindowMs }, summarize);
      return true;
    }
    if (repeated.admitted >= maxAlike) {
      repeated.suppressed += 1;
      return false;
    }
    repeated.admitted += 1;
    return true;
  }

  private open(key: string, alike: Alike, summarize: Summarize): void {
    this.alike.set(key, alike);
    setTimeout(() => this.close(key, alike, summarize), alike.windowMs).unref();
  }

  /** A window without suppressed lines ends the count, so the next similar line is logged again. */
  private close(key: string, { admitted, suppressed, windowMs }: Alike, summarize: Summarize): void {
    this.alike.delete(key);
    if (suppressed === 0) return;
    summarize(suppressed, windowMs / 1000);
    this.open(key, { admitted, suppressed: 0, windowMs: Math.min(maxWindowMs, windowMs * 2) }, summarize);
  }
}

const agentKeys = /presage_agent_[0-9A-Za-z]+/g;
const urlPasswords = /(\b[a-z]+:\/\/[^\s:/@"]*:)[^\s@"]+@/g;
const maxUnwrittenBytes = 1024 * 1024;
const secretMembers = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'secret', 'token'];

/** Database errors include the statement's parameters; only the members needed for diagnosis are logged. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

/** Redacts agent keys and passwords in URLs from a log line. */
export function withoutSecrets(line: string): string {
  return line.replace(agentKeys, 'presage_agent_[redacted]').replace(urlPasswords, '$1[redacted]@');
}

/** Lines from this level on are collapsed when they repeat; pino's number for `warn`. */
const collapsedFrom = 40;

/** The key of similar lines: the message and the error, without the caller. */
function likenessOf(args: readonly unknown[], level: number): string {
  const [first, second] = args;
  const fields = (typeof first === 'object' && first !== null ? first : {}) as { code?: unknown; err?: unknown };
  const message = typeof first === 'string' ? first : second;
  const cause = fields.err instanceof Error ? fields.err.message : fields.err;
  return [level, message, fields.code, cause].map(part => String(part).slice(0, 200)).join('|');
}

function collapseRepeats(): pino.LoggerOptions['hooks'] {
  const limiter = new RepeatLimiter();
  return {
    streamWrite: withoutSecrets,
    logMethod(args, method, level) {
      if (level < collapsedFrom) return method.apply(this, args);
      const message = typeof args[0] === 'string' ? args[0] : args[1];
      const summarize = (suppressed: number, seconds: number) =>
        method.apply(this, [{ suppressed, seconds }, `${message} (${suppressed} more lines like this)`]);
      if (limiter.admits(likenessOf(args, level), summarize)) method.apply(this, args);
    },
  };
}

/** A log that can't be written, for example to a file on a full disk, must not end the service. */
function standardError(): pino.DestinationStream {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: maxUnwrittenBytes });
  destination.on('error', () => {});
  return destination;
}

export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields },
    redact: {
      paths: secretMembers.flatMap(name => ['', '*', '*.*', '*.*.*', '*.*.*.*'].map(prefix => `${prefix}["${name}"]`)),
      censor: '[redacted]',
    },
    hooks: collapseRepeats(),
  };
  return pino(options, destination ?? standardError());
}

export type { Logger };
