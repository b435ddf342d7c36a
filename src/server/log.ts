import pino, { type Logger } from 'pino';

const agentKeys = /presage_agent_[0-9A-Za-z]+/g;
const secretMembers = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'secret', 'token'];

/** Database errors carry the statement's parameters; only what is needed to find the fault is kept. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

/** Whatever slips into a line, no agent key leaves the process by the log. */
export function withoutKeys(line: string): string {
  return line.includes('presage_agent_') ? line.replace(agentKeys, 'presage_agent_[redacted]') : line;
}

export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFields },
    redact: {
      paths: secretMembers.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: withoutKeys },
  };
  return destination ? pino(options, destination) : pino(options, pino.destination({ fd: 2, sync: true }));
}

export type { Logger };
