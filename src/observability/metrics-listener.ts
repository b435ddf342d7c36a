import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { DescriptionServices } from '../service/service-description.js';

type Monitored = Pick<DescriptionServices['service'], 'metrics' | 'readiness'>;

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, value: unknown): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

async function pageAt(path: string, { metrics, readiness }: Monitored): Promise<Page> {
  if (path === '/metrics')
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: await metrics() };
  if (path === '/healthz') return json(200, { status: 'ok' });
  if (path !== '/readyz') return json(404, { error: 'this port serves /metrics, /healthz and /readyz' });
  const state = await readiness();
  return json(state.ready ? 200 : 503, state);
}

async function respond(request: IncomingMessage, response: ServerResponse, monitored: Monitored): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const path = request.url?.split('?')[0] ?? '';
  const page = isRead ? await pageAt(path, monitored) : json(405, { error: 'this port accepts GET and HEAD only' });
  response.writeHead(page.status, { 'content-type': page.type, 'cache-control': 'no-store' });
  response.end(page.body);
}

/** Monitoring has few clients, so more connections are rejected. */
const maxConnections = 64;

/**
 * Serves metrics and health checks without a credential on a separate port, which only monitoring should reach. Its
 * connections do not queue behind those of the API.
 */
export function createMetricsListener(monitored: Monitored): Server {
  const server = createServer((request, response) => {
    respond(request, response, monitored).catch(() => response.destroy());
  });
  server.maxConnections = maxConnections;
  return server;
}
