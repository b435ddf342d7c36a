import { request } from 'node:http';
import type { FaultNode } from './fault-node.js';

/** `status` 0: the connection broke; -1: the client timed out. */
export interface Sent {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
  readonly body: any;
  readonly ms: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Message {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request over a keep-alive connection; always settles, at the latest after `patienceMs`. */
export function sendTo(node: FaultNode, { path, body, headers = {} }: Message, patienceMs: number): Promise<Sent> {
  const began = performance.now();
  return new Promise(done => {
    const end = (status: number, retryAfter: string | null, reply: unknown) => {
      clearTimeout(timer);
      done({ status, retryAfter, body: reply, ms: performance.now() - began });
    };
    const text = body && JSON.stringify(body);
    const sent = request(
      {
        host: '127.0.0.1',
        port: node.port,
        path,
        agent: node.agent,
        method: text ? 'POST' : 'GET',
        headers: text ? { ...headers, 'content-type': 'application/json' } : { ...headers },
      },
      response => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', chunk => {
          received += chunk;
        });
        response.on('error', () => end(0, null, null));
        response.on('end', () => {
          const retryAfter = response.headers['retry-after'] ?? null;
          end(response.statusCode as number, retryAfter, parsed(received));
        });
      },
    );
    const timer = setTimeout(() => {
      end(-1, null, null);
      sent.destroy();
    }, patienceMs);
    sent.on('error', () => end(0, null, null));
    sent.end(text);
  });
}
