// node leashed.mjs COMMAND ARGUMENTS…: runs a command that must not outlive the process that asked for it, however that
// process ends. The leash is standard input: the kernel closes it when the other side dies, even by kill -9.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

process.stdin.on('data', () => {});
process.stdin.on('close', () => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
});
child.on('error', error => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', code => process.exit(code ?? 130));
