import { CommandFailure } from '../output/command-failure.js';

const enter = new Set(['\r', '\n', '\u0004']);
const back = new Set(['\u007f', '\b']);

/** Asks at a terminal and shows nothing of what is typed, not even how much. */
export function askSecret(input: NodeJS.ReadStream, output: NodeJS.WritableStream, question: string): Promise<string> {
  // Before the question: whoever answers at once must not see the terminal repeat it.
  input.setRawMode(true);
  input.setEncoding('utf8');
  output.write(question);
  return new Promise((done, failed) => {
    let typed: string[] = [];
    const finish = (settle: () => void) => {
      input.off('data', take);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const take = (chunk: string | Buffer) => {
      for (const sign of String(chunk)) {
        if (enter.has(sign)) return finish(() => done(typed.join('')));
        if (sign === '\u0003') return finish(() => failed(new CommandFailure('interrupted', 130)));
        if (back.has(sign)) typed = typed.slice(0, -1);
        else if (sign === '\u0015') typed = [];
        else if (sign >= ' ') typed.push(sign);
      }
    };
    input.on('data', take);
    input.resume();
  });
}
