import pino, { type Logger } from 'pino';

const agentKeys = /presage_agent_[0-9A-Za-z]+/g;
const urlPasswords = /(\b[a-z]+:\/\/[^\s:/@"]*:)[^\s@"]+@/g;
const secretMembers = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'secret', 'token'];

/** Database errors carry the statement's parameters; only what is needed to find the fault is kept. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

/** Whatever slips into a line, no agent key and no password of an address leaves the process by the log. */
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
