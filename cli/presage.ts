import { askLine, askSecret } from './input/ask-secret.js';
import { exitCodes } from './output/command-failure.js';
import { runPresage } from './run-presage.js';

// A reader that closes the pipe early, such as head, is not an error.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});
// A closed standard error must not end a running command.
process.stderr.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
});

/** Returns a signal that the first interrupt aborts. A second interrupt ends the process. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  abort = () => controller.abort();
  return controller.signal;
}

/** Set by a command that handles interrupts; others are ended at once. */
let abort: (() => void) | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (abort === null) process.exit(exitCodes.interrupted);
    abort();
    abort = null;
  });
}

const { stdin, stdout, stderr } = process;
process.exitCode = await runPresage(process.argv.slice(2), {
  environment: process.env,
  write: text => stdout.write(text),
  complain: text => stderr.write(text),
  input: () => stdin,
  terminal: stderr.isTTY,
  screen: () => (stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : null),
  ...(stdin.isTTY
    ? {
        askSecret: question => askSecret(stdin, stderr, question),
        ask: question => askLine(stdin, stderr, question),
      }
    : {}),
  interrupted,
});
