import { runPresage } from './run-presage.js';

process.exitCode = await runPresage(process.argv.slice(2), {
  environment: process.env,
  write: text => process.stdout.write(text),
  complain: text => process.stderr.write(text),
});
