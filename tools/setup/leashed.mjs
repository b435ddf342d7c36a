// node leashed.mjs COMMAND ARGUMENTS…: runs a command that must not outlive its parent process, however the parent
// ends. The leash is standard input: the kernel closes it when the parent exits, even by kill -9.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

process.stdin.on('data', () => {});
process.stdin.on('close', () => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended without a signal.
  }
});
child.on('error', error => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', code => process.exit(code ?? 130));
