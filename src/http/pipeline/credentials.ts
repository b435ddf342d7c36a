import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { planTerms, type Scope } from '../../kernel/plans.js';
import { isAgentKey, isSessionLive, isSessionToken, sessionLifeMs } from '../../kernel/token-syntax.js';
import { anonymous, type Caller, type CredentialHolders, isOperator, suspensionOf } from '../caller.js';
import { ApiError } from '../errors.js';
import { type CallerKind, callersOf, type HttpServices, isRead, type Route } from '../route.js';

type CredentialHeaders = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> &
  Readonly<NodeJS.Dict<string | string[]>>;

const realm = 'Bearer realm="presage"';
const signInFirst = 'Sign in with POST /api/people/sign-in and send the session cookie.';

/** How errors of a route describe its credentials. The default remediation, from the table, is for agent keys. */
interface Wording {
  readonly bearer: string;
  readonly wrongBearer: string;
  readonly wrongApiKey: string;
  readonly remediation?: string;
}

const malformed = 'The agent key is malformed.';
const ofKeys: Wording = { bearer: 'an agent key', wrongBearer: malformed, wrongApiKey: malformed };
const ofPeople: Wording = {
  ...ofKeys,
  remediation: 'Omit Authorization and x-api-key; this route needs the session cookie of POST /api/people/sign-in.',
};
const ofOperators: Wording = {
  bearer: 'the operator token',
  wrongBearer: 'The operator token is wrong.',
  wrongApiKey: 'The operator token is accepted only in Authorization.',
  remediation:
    'Send "Authorization: Bearer <operator token>", or the session cookie of a person with the role operator.',
};

function wordingFor(callers: readonly CallerKind[]): Wording {
  if (callers.length !== 1 || callers[0] === 'agent') return ofKeys;
  return callers[0] === 'operator' ? ofOperators : ofPeople;
}

function unauthorized(message: string, sent: boolean, remediation?: string): ApiError {
  const challenge = sent ? `${realm}, error="invalid_token", error_description="${message}"` : realm;
  return new ApiError('UNAUTHORIZED', message, { headers: { 'www-authenticate': challenge }, remediation });
}

function notSignedIn(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message, {
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation: signInFirst,
  });
}

function scopeChallenge(scope: Scope): Record<string, string> {
  return { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` };
}

function insufficientScope(scope: Scope): ApiError {
  return new ApiError('FORBIDDEN', `The plan of this caller does not include the scope ${scope}.`, {
    headers: scopeChallenge(scope),
    remediation: `Ask the operator for a plan that includes ${scope}; /api/bot/config lists the plans.`,
    extra: { missingScope: scope },
  });
}

/** The key as sent, not yet looked up; null if none was sent. */
function sentKey(headers: CredentialHeaders, wording: Wording): string | null {
  const { authorization, 'x-api-key': apiKey } = headers;
  const bearer = authorization === undefined ? null : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    throw unauthorized(`Authorization must be Bearer followed by ${wording.bearer}`, true, wording.remediation);
  }
  if (apiKey === undefined) return bearer;
  const plain = typeof apiKey === 'string' ? apiKey.trim() : apiKey.join(', ');
  if (bearer !== null && bearer !== plain) {
    throw new ApiError('INVALID_PAYLOAD', 'Authorization and x-api-key are both sent and differ; send one of them', {
      field: 'x-api-key',
    });
  }
  return plain;
}

/** The token of the session cookie; null if none has the form of a token. */
function sentToken(cookies: string | undefined): string | null {
  if (cookies === undefined) return null;
  for (const pair of cookies.split(';')) {
    const [name, value = ''] = pair.split('=', 2).map(part => part.trim());
    if (name === sessionCookieName && isSessionToken(value)) return value;
  }
  return null;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

interface Guard {
  readonly credentials: CredentialHolders;
  readonly clock: () => number;
  /** Null disables the operator token. */
  readonly operatorToken: string | null;
}

/**
 * Authenticates requests to this route. Returns null if that needs no database, so that the caller need not wait. A key
 * overrides a session cookie, because a key is sent explicitly and a cookie is not.
 */
export function createAuthenticator(route: Route, { credentials, clock, operatorToken }: Guard) {
  const { auth } = route;
  const callers = callersOf(route);
  const wording = wordingFor(callers);
  // Commercial data is metered per key, so a session cookie does not count as a credential there.
  const takesSessions = typeof auth !== 'object' || callers.some(kind => kind !== 'agent');
  const refusedKey = (message: string) => unauthorized(message, true, wording.remediation);
  const operatorDigest = operatorToken === null ? null : digest(operatorToken);

  async function byKey(key: string, bearer: boolean): Promise<Caller> {
    if (!isAgentKey(key)) {
      // Digests have a fixed length and reveal nothing about where two tokens differ.
      if (bearer && operatorDigest && timingSafeEqual(digest(key), operatorDigest)) return { kind: 'operator' };
      throw refusedKey(bearer ? wording.wrongBearer : wording.wrongApiKey);
    }
    const holder = await credentials.findKey(key);
    if (!holder) throw refusedKey('The agent key is unknown.');
    if (holder.revoked) throw refusedKey('The agent key is revoked.');
    const { playerId, ownerId, handle, keyId, plan, suspension } = holder;
    return { kind: 'agent', playerId, ownerId, handle, keyId, plan, suspension };
  }

  async function bySession(token: string): Promise<Caller> {
    const holder = await credentials.findSession(token);
    if (!holder || !isSessionLive(holder, clock())) {
      if (auth === 'optional') return anonymous;
      throw notSignedIn('The session has expired or was ended.');
    }
    const { playerId, handle, plan, role, sessionId, suspension } = holder;
    return { kind: 'person', playerId, handle, plan, role, sessionId, suspension };
  }

  return (headers: CredentialHeaders): Promise<Caller> | null => {
    if (auth === 'none') return null;
    const key = sentKey(headers, wording);
    if (key !== null) return byKey(key, headers.authorization !== undefined);
    const token = takesSessions ? sentToken(headers.cookie) : null;
    if (token !== null) return bySession(token);
    if (auth === 'optional') return null;
    if (wording === ofPeople) throw notSignedIn('You are not signed in.');
    throw unauthorized(`${neededBy(callers)} is needed`, false, wording.remediation);
  };
}

const credentials: Record<CallerKind, string> = {
  agent: 'an agent key',
  person: 'a session',
  operator: 'the operator token',
};

/** The credentials that a route accepts. People with the role operator use their session. */
function neededBy(callers: readonly CallerKind[]): string {
  const needed = { ...credentials, operator: 'the operator token or the session of an operator' };
  return callers.map(kind => needed[kind]).join(' or ');
}

/** A suspended player can read as before; of writes, only those that end access or delete data are allowed. */
function refuseSuspended(route: Route, caller: Caller): void {
  const reason = suspensionOf(caller);
  if (reason === null || isRead(route) || route.whileSuspended) return;
  throw new ApiError('PLAYER_SUSPENDED', `This player is suspended: ${reason}`, { extra: { reason } });
}

/** Rejects a valid credential of the wrong kind, or one whose plan lacks the scope. */
export function requireCaller(route: Route, caller: Caller): void {
  if (caller.kind === 'anonymous') return;
  const callers = callersOf(route);
  const { auth } = route;
  if (!callers.includes(caller.kind) && !(isOperator(caller) && callers.includes('operator'))) {
    const role = caller.kind === 'person' && callers.includes('operator') ? ' without the role operator' : '';
    throw new ApiError('FORBIDDEN', `${credentials[caller.kind]}${role} can’t be used here`, {
      headers: typeof auth === 'object' ? scopeChallenge(auth.scope) : undefined,
      remediation: `This route accepts ${neededBy(callers)}.`,
    });
  }
  refuseSuspended(route, caller);
  if (typeof auth !== 'object') return;
  const scopes = caller.kind === 'operator' ? [] : planTerms[caller.plan].scopes;
  if (!scopes.includes(auth.scope)) throw insufficientScope(auth.scope);
}

function refusal(field: string): ApiError {
  return new ApiError('FORBIDDEN', `${field} shows that another site sent this write.`, {
    field,
    remediation: 'Send writes from the pages of this arena, or with an agent key and no cookie.',
  });
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/**
 * Rejects a write that a browser sends on behalf of another site, with a cookie that it adds automatically or to
 * sign a person in without consent. Browsers state the origin; a client that does not is not a browser. The host in
 * the request counts as this site too, so that localhost and 127.0.0.1 both work.
 */
export function checkSameSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && site !== 'same-site') {
    throw refusal('Sec-Fetch-Site');
  }
  const { origin } = headers;
  if (origin === undefined || origin === publicOrigin) return;
  const host = hostOf(origin);
  if (host === null || host !== headers.host) throw refusal('Origin');
}

export const sessionCookieName = 'presage_session';

/**
 * The cookie lasts as long as the longest session. The server decides when a session ends, so using it extends it and
 * no response has to renew the cookie.
 */
function cookie(
  { settings: { publicUrl } }: Pick<HttpServices, 'settings'>,
  value: string,
  seconds: number,
): Record<string, string> {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return {
    'set-cookie': `${sessionCookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  };
}

export function sessionCookie(services: Pick<HttpServices, 'settings'>, token: string): Record<string, string> {
  return cookie(services, token, sessionLifeMs / 1000);
}

export function endedCookie(services: Pick<HttpServices, 'settings'>): Record<string, string> {
  return cookie(services, '', 0);
}
