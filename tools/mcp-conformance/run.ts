// npm run mcp:conformance: the official conformance suite of MCP against the transport of /mcp.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startFixtureServer } from './fixture-server.js';

/** The suite needs Node 22, which npm brings for it. */
const packages = ['node@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];
const revisions = ['2025-11-25', '2026-07-28'];

const server = await startFixtureServer();
try {
  for (const revision of revisions) {
    console.log(`\nRevision ${revision}`);
    const args = [...packages.flatMap(name => ['--package', name]), '--', 'conformance', 'server'];
    const suite = spawn('npx', ['--yes', ...args, '--url', server.url, '--requirements', revision], {
      stdio: 'inherit',
    });
    await once(suite, 'exit');
  }
} finally {
  await server.stop();
}
