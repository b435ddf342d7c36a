import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configHelp, readConfig } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';

const folder = join(packageRoot, 'deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
/** Variables of the examples themselves, which the service does not read. */
const own = ['PRESAGE_DOMAIN', 'PRESAGE_UPSTREAM'];

describe('the files in deploy/', () => {
  it.each(readdirSync(folder))('%s names only settings that the service has', name => {
    const known = configHelp();
    for (const [setting] of read(name).matchAll(/\bPRESAGE_[A-Z_]+/g)) {
      if (!own.includes(setting)) expect(known, setting).toMatch(new RegExp(`\\b${setting}\\b`));
    }
  });

  it('set values that the service accepts', () => {
    const unit = [...read('presage.service').matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, ...pair]) => pair);
    const image = [...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)];
    const composed = [...read('compose.yaml').matchAll(/^ {6}(PRESAGE_\w+): "(.*)"$/gm)].map(([, ...pair]) => pair);
    for (const pairs of [unit, image.map(([, ...pair]) => pair), composed]) {
      expect(pairs.length).toBeGreaterThan(1);
      expect(() => readConfig(Object.fromEntries(pairs))).not.toThrow();
    }
  });

  it('restart a container only when its process does not respond', () => {
    const probes = [...read('Dockerfile').matchAll(/^ {2}CMD .*$/gm)].map(([line]) => line);
    expect(probes).toHaveLength(1);
    expect(probes[0]).toContain("'/healthz'");
    // A service with a lost database or a full disk is not ready, serves reads and recovers by itself.
    expect(probes[0]).not.toContain('readyz');
  });

  it('start the same program as npm start', () => {
    const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    const [, ...program] = scripts.start.replace(/^exec /, '').split(' ');
    expect(read('presage.service')).toContain(`ExecStart=/usr/bin/node ${program.join(' ')}\n`);
    expect(read('Dockerfile')).toContain(`ENTRYPOINT ${JSON.stringify(['node', ...program]).replaceAll(',', ', ')}\n`);
    for (const path of program.filter((part: string) => part.includes('/')))
      expect(existsSync(join(packageRoot, path)), path).toBe(true);
  });
});
