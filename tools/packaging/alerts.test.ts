import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const alerts = read('deploy/alerts.yml');
const guide = read('docs/operations.md');
const metricNames = (text: string) => new Set(text.match(/\b(?:presage|nodejs)_[a-z0-9_]+/g));
const disk = { isFull: false, isLow: false, freeBytes: 1, detail: null };

let service: OperatorService;
let exported: string;
beforeAll(async () => {
  service = await startOperatorService({ disk });
  await service.call('GET', '/api/v1/status');
  exported = await (await fetch(`${service.url}/metrics`, { headers: operatorHeaders })).text();
});
afterAll(() => service.stop());

it('alerts and their table name only metrics that the service exports', () => {
  const section = guide.slice(guide.indexOf('## What to watch'), guide.indexOf('## Overload'));
  for (const name of [...metricNames(alerts), ...metricNames(section)]) {
    expect(exported, name).toMatch(new RegExp(`^# TYPE ${name.replace(/_count$/, '')} `, 'm'));
  }
  for (const name of metricNames(alerts)) expect(section, name).toContain(name.replace(/_count$/, ''));
  expect(exported).toContain('presage_trading_paused 0');
  expect(exported).toContain('presage_last_backup_timestamp_seconds 0');
});

it('runbooks are sections of the guide', () => {
  const anchors = [...guide.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title.toLowerCase().replaceAll(' ', '-'));
  const runbooks = [...alerts.matchAll(/runbook: docs\/operations\.md#(\S+)/g)].map(([, anchor]) => anchor);
  expect(runbooks).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0);
  for (const anchor of runbooks) expect(anchors).toContain(anchor);
});
