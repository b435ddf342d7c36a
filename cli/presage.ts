import { askSecret } from './input/ask-secret.js';
import { runPresage } from './run-presage.js';

// A reader that closes the pipe early, such as head, is not an error.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
  throw error;
});
// A closed standard error must not end a running command.
process.stderr.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
});

/** Returns a signal that the first interrupt aborts. Each handler runs once, so a second interrupt ends the process. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

const { stdin, stdout, stderr } = process;
process.exitCode = await runPresage(process.argv.slice(2), {
  environment: process.env,
  write: text => stdout.write(text),
  complain: text => stderr.write(text),
  input: () => stdin,
  terminal: stderr.isTTY,
  screen: () => (stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : null),
  ...(stdin.isTTY ? { askSecret: question => askSecret(stdin, stderr, question) } : {}),
  interrupted,
});
