import { ApiError } from '../../api/errors.js';
import type { AuthMode } from '../../api/route.js';
import type { Caller } from '../../api/services.js';
import { isAgentKey } from '../../domain/players/agent-key.js';
import { planTerms, type Scope } from '../../domain/players/plans.js';
import type { Store } from '../../store/store.js';

interface CredentialHeaders {
  readonly authorization?: string;
  readonly 'x-api-key'?: string | string[];
}

const realm = 'Bearer realm="presage"';
export const anonymous: Caller = { kind: 'anonymous' };

function unauthorized(message: string, sent: boolean): ApiError {
  const challenge = sent ? `${realm}, error="invalid_token", error_description="${message}"` : realm;
  return new ApiError('UNAUTHORIZED', message, { headers: { 'www-authenticate': challenge } });
}

function insufficientScope(scope: Scope): ApiError {
  return new ApiError('FORBIDDEN', `this key’s plan does not include the scope ${scope}`, {
    headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
    remediation: `Ask the operator for a plan that includes ${scope}; /api/bot/config lists the plans.`,
    extra: { missingScope: scope },
  });
}

/** The key as sent, before anyone has asked whether it exists; null where none was sent. */
function sentKey(headers: CredentialHeaders): string | null {
  const { authorization, 'x-api-key': apiKey } = headers;
  const bearer = authorization === undefined ? null : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) throw unauthorized('Authorization must be Bearer followed by an agent key', true);
  if (apiKey === undefined) return bearer;
  const plain = typeof apiKey === 'string' ? apiKey.trim() : apiKey.join(', ');
  if (bearer !== null && bearer !== plain) {
    throw new ApiError('INVALID_PAYLOAD', 'Authorization and x-api-key are both sent and differ; send one of them', {
      field: 'x-api-key',
    });
  }
  return plain;
}

async function callerOf(key: string, store: Store): Promise<Caller> {
  if (!isAgentKey(key)) throw unauthorized('the agent key is malformed', true);
  const holder = await store.read(reads => reads.players.findByKey(key));
  if (!holder) throw unauthorized('the agent key is unknown', true);
  if (holder.revoked) throw unauthorized('the agent key is revoked', true);
  const { playerId, handle, keyId, plan } = holder;
  return { kind: 'agent', playerId, handle, keyId, plan };
}

/** Null where the answer is known without the database: then nothing has to be waited for. */
export function authenticate(auth: AuthMode, headers: CredentialHeaders, store: Store): Promise<Caller> | null {
  if (auth === 'none') return null;
  const key = sentKey(headers);
  if (key !== null) return callerOf(key, store);
  if (auth === 'optional') return null;
  throw unauthorized('an agent key is needed', false);
}

export function requireScope(auth: AuthMode, caller: Caller): void {
  if (typeof auth !== 'object') return;
  if (caller.kind !== 'agent' || !planTerms[caller.plan].scopes.includes(auth.scope))
    throw insufficientScope(auth.scope);
}
