import { askSecret } from './input/ask-secret.js';
import { runPresage } from './run-presage.js';

// Whoever reads only the beginning closes the pipe, and that is no fault.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
  throw error;
});
// What is said besides the result can go unread without ending what is under way.
process.stderr.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
});

/** The first signal asks for an end in good order; a second one, of which nobody takes notice, ends at once. */
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
