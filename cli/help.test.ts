import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entries, everyHelp, groups, helpOf } from '../test/support/command-help.js';
import { runPresage } from './run-presage.js';

describe('presage --help', () => {
  it('describes every command, argument and option', async () => {
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

  it('describes every word of a usage line', async () => {
    for (const { path, help } of await everyHelp()) {
      const [usage] = help.split('\n\n');
      const wanted = [...usage.matchAll(/[<[](\w+)(?:\.\.\.)?[>\]]/g)].map(([, name]) => name);
      const documented = entries(help, /Arguments/).map(({ name }) => name);
      expect(documented, `presage ${path}`).toEqual(wanted.filter(name => name !== 'options' && name !== 'command'));
    }
  });

  it('has examples of every command, with options that exist', async () => {
    const all = await everyHelp();
    const globals = entries(all[0].help, /Options/).map(({ name }) => name);
    for (const { path, help } of all) {
      const lines = [...help.matchAll(/^ {2}presage (\S.*)$/gm)].map(([, line]) => line);
      expect(help, path).toContain('\nExamples:\n');
      for (const line of lines) {
        const words = line.replaceAll(/'[^']*'/g, 'quoted').split(' ');
        const called = all.findLast(each => each.path !== '' && `${line} `.startsWith(`${each.path} `));
        expect(called?.path, line).toBeDefined();
        const below = all.filter(each => `${each.path} `.startsWith(`${called?.path} `)).map(each => each.help);
        const known = [...entries(below.join('\n'), /Options/).map(({ name }) => name), ...globals].join(' ');
        for (const word of words.filter(each => /^--?[a-z]/.test(each))) expect(known, line).toContain(word);
      }
    }
  });

  it('marks required options', async () => {
    for (const [path, option] of [
      ['event propose', '--quote'],
      ['event propose', '--source'],
      ['event resolve', '--source'],
      ['player suspend', '--reason'],
    ]) {
      const entry = entries(await helpOf(path.split(' ')), /Options/).find(({ name }) => name.startsWith(option));
      expect(entry?.text, `${path} ${option}`).toMatch(/; required$/);
    }
  });

  it('is also printed by presage help', async () => {
    let out = '';
    const write = (text: string) => {
      out += text;
    };
    expect(await runPresage(['help', 'buy'], { environment: {}, write, complain: write })).toBe(0);
    expect(out).toBe(await helpOf(['buy']));
  });

  it('explains the exit codes', async () => {
    expect(await helpOf([])).toMatch(/130 {2}interrupted/);
  });
});

describe('presage --version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

  it.each(['--version', '-V'])('as %s prints one line and exits with 0', async option => {
    const output = { out: '', err: '' };
    const code = await runPresage([option], {
      environment: {},
      write: text => {
        output.out += text;
      },
      complain: text => {
        output.err += text;
      },
    });
    expect({ code, ...output }).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('is listed by the help', async () => {
    expect(entries(await helpOf([]), /Options/).map(({ name }) => name)).toContain('-V, --version');
  });
});
