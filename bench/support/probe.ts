import { Agent, request } from 'node:http';

/** Requests alongside the load on separate connections: health checks and cancels. */
interface Probe {
  stop(): Promise<{ health: number[]; cancelMs: number[]; cancelsSent: number }>;
}

interface RestingOrder {
  readonly agent: { readonly key: string };
  readonly orderId: string;
}

const healthEveryMs = 100;

function ask(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((done, failed) => {
    const sent = request(url, { agent, method, headers }, response => {
      response.resume();
      response.once('end', () => done({ status: response.statusCode ?? 0, ms: performance.now() - began }));
    });
    sent.once('error', failed);
    sent.end();
  });
}

export function startProbe(url: string, resting: readonly RestingOrder[], pauseMs: number): Probe {
  const health: number[] = [];
  const cancelMs: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  // Health checks of orchestrators use new connections.
  const fresh = new Agent({ keepAlive: false });
  const pending = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    pending.add(work);
    void work.catch(() => {}).finally(() => pending.delete(work));
  };
  let cancelsSent = 0;
  const checking = setInterval(() => {
    track(ask(fresh, `${url}/healthz`, 'GET', {}).then(({ ms }) => health.push(ms)));
  }, healthEveryMs);
  const cancelling = setInterval(() => {
    const order = resting[cancelsSent];
    if (!order) return;
    cancelsSent += 1;
    const headers = { authorization: `Bearer ${order.agent.key}` };
    track(
      ask(agent, `${url}/api/play/v1/orders/${order.orderId}`, 'DELETE', headers).then(({ status, ms }) => {
        if (status === 200) cancelMs.push(ms);
      }),
    );
  }, pauseMs);
  return {
    async stop() {
      clearInterval(checking);
      clearInterval(cancelling);
      await Promise.allSettled(pending);
      agent.destroy();
      fresh.destroy();
      cancelMs.sort((a, b) => a - b);
      return { health, cancelMs, cancelsSent };
    },
  };
}
