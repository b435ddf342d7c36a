import { createInterface } from 'node:readline/promises';
import { CommandFailure, exitCodes } from '../output/command-failure.js';

const enterKeys = new Set(['\r', '\n', '\u0004']);
const backspaceKeys = new Set(['\u007f', '\b']);

/** Prompts on a terminal without echoing the input or its length. */
export function askSecret(input: NodeJS.ReadStream, output: NodeJS.WritableStream, question: string): Promise<string> {
  // Enables raw mode before the prompt, so that immediate input is not echoed.
  input.setRawMode(true);
  input.setEncoding('utf8');
  output.write(question);
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const finish = (settle: () => void) => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const onData = (chunk: string | Buffer) => {
      for (const character of String(chunk)) {
        if (enterKeys.has(character)) return finish(() => resolve(typed.join('')));
        if (character === '\u0003')
          return finish(() => reject(new CommandFailure('interrupted', exitCodes.interrupted)));
        if (backspaceKeys.has(character)) typed = typed.slice(0, -1);
        else if (character === '\u0015') typed = [];
        else if (character >= ' ') typed.push(character);
      }
    };
    input.on('data', onData);
    input.resume();
  });
}

/** Prompts for one line on a terminal. */
export async function askLine(
  input: NodeJS.ReadStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  const lines = createInterface({ input, output });
  const interrupted = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new CommandFailure('interrupted', exitCodes.interrupted)));
  });
  try {
    return await Promise.race([lines.question(question), interrupted]);
  } finally {
    lines.close();
  }
}
