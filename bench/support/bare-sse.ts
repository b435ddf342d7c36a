// The baseline: server-sent events on node:http, the same bytes to every client.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const perSecond = Number(process.env.PER_SECOND);
const filler = 'x'.repeat(Number(process.env.FILLER_BYTES));
const readers = new Set<ServerResponse>();
let sequence = 0;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 1000\n\n');
  readers.add(response);
  response.on('close', () => readers.delete(response));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
setInterval(() => {
  sequence += 1;
  const data = JSON.stringify({ sequence, at: new Date().toISOString(), filler });
  const bytes = Buffer.from(`id: ${sequence}\nevent: trade\ndata: ${data}\n\n`);
  for (const reader of readers) reader.write(bytes);
}, 1000 / perSecond);
process.on('SIGTERM', () => process.exit(0));
