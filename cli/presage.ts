import { runPresage } from './run-presage.js';

// Whoever reads only the beginning closes the pipe, and that is no fault.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runPresage(process.argv.slice(2), {
  environment: process.env,
  write: text => process.stdout.write(text),
  complain: text => process.stderr.write(text),
  input: () => process.stdin,
  terminal: process.stderr.isTTY,
});
