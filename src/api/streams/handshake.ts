import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, invalid } from '../../http/errors.js';

export const webSocketPath = '/api/v1/ws';
const versions = ['13', '8'];
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const protocolList = new RegExp(`^${token}(?:[ \\t]*,[ \\t]*${token})*$`);

export function upgradeRequired(message: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError('UPGRADE_REQUIRED', message, {
    headers: { upgrade: 'websocket', connection: 'Upgrade, close', ...headers },
  });
}

/** The library would parse a body as the first frames. */
function checkNoBody({ 'content-length': length = '0', 'transfer-encoding': coding }: IncomingHttpHeaders): void {
  if (coding !== undefined) throw invalid('Transfer-Encoding', 'must not be sent: a handshake has no body');
  if (Number(length) !== 0) throw invalid('Content-Length', `must be 0: a handshake has no body (got ${length})`);
}

/**
 * Rejects handshakes that the WebSocket library would reject, with the service's error bodies and before a slot is
 * taken.
 */
export function checkHandshake(headers: IncomingHttpHeaders): void {
  checkNoBody(headers);
  if (!versions.includes(headers['sec-websocket-version'] ?? '')) {
    const supported = versions.join(', ');
    throw upgradeRequired(`Sec-WebSocket-Version must be one of ${supported}`, { 'sec-websocket-version': supported });
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw invalid('Sec-WebSocket-Key', 'must be 16 bytes in base64');
  }
  const protocols = headers['sec-websocket-protocol'];
  if (protocols === undefined) return;
  const names = protocols.split(',').map(name => name.trim());
  if (protocolList.test(protocols) && new Set(names).size === names.length) return;
  throw invalid('Sec-WebSocket-Protocol', 'must be a list of distinct names');
}
