import { expect } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';

/** What `presage … --help` prints. */
export async function helpOf(path: readonly string[]): Promise<string> {
  let out = '';
  const write = (text: string) => {
    out += text;
  };
  expect(await runPresage([...path, '--help'], { environment: {}, write, complain: write })).toBe(0);
  return out;
}

/** Names and texts of one kind of entry; texts that go on in the next line are put together. */
export function entries(help: string, sections: RegExp): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  for (const [, body] of help.matchAll(new RegExp(`^(?:${sections.source}):\\n((?: {2}.*\\n)+)`, 'gm'))) {
    for (const line of body.split('\n').filter(Boolean)) {
      const entry = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line);
      const last = entry ? null : found.pop();
      if (entry) found.push({ name: entry[1], text: entry[2] ?? '' });
      else if (last) found.push({ ...last, text: `${last.text} ${line.trim()}` });
    }
  }
  return found;
}

export const groups =
  /Commands|Look, without an account|Begin|Play, with the key of an agent or signed in|Score and check on this machine|Operate an arena|Else/;

/** The help of every command, which is the table of commands as a reader sees it. */
export async function everyHelp(path: readonly string[] = []): Promise<{ path: string; help: string }[]> {
  const help = await helpOf(path);
  const names = entries(help, groups).flatMap(({ name }) => (/^[a-z]/.test(name) ? [name.split(' ')[0]] : []));
  const below: { path: string; help: string }[] = [];
  for (const name of names.filter(word => word !== 'help')) below.push(...(await everyHelp([...path, name])));
  return [{ path: path.join(' '), help }, ...below];
}
