import { describe, expect, it } from 'vitest';
import { runPresage } from './run-presage.js';

async function helpOf(path: readonly string[]): Promise<string> {
  let out = '';
  const write = (text: string) => {
    out += text;
  };
  expect(await runPresage([...path, '--help'], { environment: {}, write, complain: write })).toBe(0);
  return out;
}

/** Names and texts of one kind of entry; texts that go on in the next line are put together. */
function entries(help: string, sections: RegExp): { name: string; text: string }[] {
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

const groups =
  /Commands|Look, without an account|Begin|Play, with the key of an agent|Score and check on this machine|Operate an arena|Else/;

async function everyHelp(path: readonly string[] = []): Promise<{ path: string; help: string }[]> {
  const help = await helpOf(path);
  const names = entries(help, groups).flatMap(({ name }) => (/^[a-z]/.test(name) ? [name.split(' ')[0]] : []));
  const below: { path: string; help: string }[] = [];
  for (const name of names.filter(word => word !== 'help')) below.push(...(await everyHelp([...path, name])));
  return [{ path: path.join(' '), help }, ...below];
}

describe('presage --help', () => {
  it('says something about every command, argument and option', async () => {
    const all = await everyHelp();
    expect(all.length).toBeGreaterThan(30);
    const paths = all.map(({ path }) => path);
    for (const path of ['watch', 'buy', 'agent new', 'keys revoke', 'event resolve', 'record verify'])
      expect(paths).toContain(path);
    for (const { path, help } of all) {
      for (const { name, text } of [...entries(help, groups), ...entries(help, /Options|Arguments/)]) {
        expect(text.replace(/\(.*/, '').trim(), `presage ${path}: ${name}`).toMatch(/\w{2}/);
      }
    }
  });

  it('says what every word of a usage line stands for', async () => {
    for (const { path, help } of await everyHelp()) {
      const [usage] = help.split('\n\n');
      const wanted = [...usage.matchAll(/[<[](\w+)[>\]]/g)].map(([, name]) => name);
      const told = entries(help, /Arguments/).map(({ name }) => name);
      expect(told, `presage ${path}`).toEqual(wanted.filter(name => name !== 'options' && name !== 'command'));
    }
  });

  it('is also had with presage help', async () => {
    let out = '';
    const write = (text: string) => {
      out += text;
    };
    expect(await runPresage(['help', 'buy'], { environment: {}, write, complain: write })).toBe(0);
    expect(out).toBe(await helpOf(['buy']));
  });

  it('says what exit codes mean', async () => {
    expect(await helpOf([])).toContain('130 interrupted');
  });
});
