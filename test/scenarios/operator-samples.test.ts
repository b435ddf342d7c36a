import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { samplesOf } from '../support/doc-samples.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../support/operator-service.js';

let service: OperatorService;
let folder: string;
beforeAll(async () => {
  service = await startOperatorService();
  folder = mkdtempSync(join(tmpdir(), 'presage-samples-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

/** Runs blocks as an operator pastes them into a shell with the command and the settings of the arena. */
function paste(blocks: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    PRESAGE_URL: service.url,
    PRESAGE_OPERATOR_TOKEN: operatorHeaders.authorization.replace('Bearer ', ''),
    PRESAGE_CONFIG: join(folder, 'settings.json'),
  };
  const command = `presage() { node '${join(packageRoot, 'tools', 'presage.cjs')}' "$@"; }`;
  const script = [command, ...blocks].join('\n');
  return new Promise((done, failed) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env, timeout: 110_000 }, (error, out, err) =>
      error ? failed(new Error(`${error.message}\n${out}\n${err}`)) : done(out),
    );
  });
}

describe('docs/guides/venues.md', { timeout: 120_000 }, () => {
  it('works when pasted', async () => {
    const { slug } = await service.anEvent({ title: 'Will the key rate rise on 1 May 2027?' });
    const found = JSON.parse(await paste(samplesOf('docs/guides/venues.md', 'bash')));
    expect(found.markets).toMatchObject([{ source: 'presage', eventSlug: slug, tradable: true }]);
    await paste(samplesOf('docs/guides/venues.md', 'sh'));
    const { connectors } = (await service.operate('GET', '/connectors')).body;
    const enabled = connectors.filter((each: { enabled: boolean }) => each.enabled);
    expect(enabled.map(({ id }: { id: string }) => id).sort()).toEqual([
      ...['house-file', 'house-polls', 'manifold', 'polymarket'],
    ]);
    const rows = await service.call('GET', '/api/v1/aggregator/markets?source=house-polls');
    expect(rows.body.markets).toMatchObject([{ title: 'Will turnout exceed 60 %?', category: 'politics' }]);
  });
});

describe('docs/operations.md', { timeout: 120_000 }, () => {
  it('works when pasted', async () => {
    const { slug } = await service.anEvent({ slug: 'rain-in-london-on-1-may' });
    await service.operate('POST', `/events/${slug}/close`);
    const ada = await service.aPerson({ displayName: 'Ada' });
    expect(ada.handle).toBe('ada');
    writeFileSync(join(folder, 'presage.dump'), 'The output of pg_dump.');
    const output = await paste(samplesOf('docs/operations.md', 'sh'));
    expect(output).toMatch(/http:\/\/\S+\/account\/confirm#password-reset=/);
    const { proposal } = (await service.call('GET', `/api/events/${slug}`)).body.event;
    expect(proposal.evidence.quote).toBe('Rainfall: 4.2 mm');
    const [backup] = await service.pool`select bytes, note from backups`;
    expect(backup).toEqual({ bytes: 22, note: 'nightly pg_dump' });
  });
});
