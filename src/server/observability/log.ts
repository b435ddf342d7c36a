import pino, { type Logger } from 'pino';

const agentKeys = /presage_agent_[0-9A-Za-z]+/g;
const urlPasswords = /(\b[a-z]+:\/\/[^\s:/@"]*:)[^\s@"]+@/g;
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
    hooks: { streamWrite: withoutSecrets },
  };
  return destination ? pino(options, destination) : pino(options, pino.destination({ fd: 2, sync: true }));
}

export type { Logger };
