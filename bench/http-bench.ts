// npm run bench http: the throughput of the request pipeline relative to bare Fastify sending the same bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, median } from './support/compare.js';
import { startBare, startPresage } from './support/processes.js';

const wanted = 0.6;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'presage-bench-'));
  const presage = await startPresage();
  try {
    const status = `${presage.url}/api/v1/status`;
    const reply = await fetch(status, { headers: { 'accept-encoding': 'identity' } });
    const etag = reply.headers.get('etag') ?? '';
    const body = await reply.text();
    const bodyFile = join(folder, 'body.json');
    writeFileSync(bodyFile, body);
    const bare = await startBare(bodyFile);
    try {
      console.log(`${body.length} bytes a reply, 32 connections\n`);
      const { rates } = await compare([
        { name: 'bare fastify', url: bare.url, status: 200 },
        { name: 'presage status', url: status, status: 200 },
        { name: 'presage status, 304', url: status, headers: { 'if-none-match': etag }, status: 304 },
      ]);
      const base = median(rates['bare fastify']);
      console.log('');
      for (const name of ['presage status', 'presage status, 304']) {
        console.log(`${name}: ${(median(rates[name]) / base).toFixed(2)} of bare fastify`);
      }
      const ratio = median(rates['presage status']) / base;
      console.log(`wanted at least ${wanted}: ${ratio >= wanted ? 'reached' : 'MISSED'}`);
      if (ratio < wanted) process.exitCode = 1;
    } finally {
      await bare.stop();
    }
  } finally {
    await presage.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
