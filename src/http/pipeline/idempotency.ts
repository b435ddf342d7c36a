import { hash } from 'node:crypto';
import { playerIdOf } from '../caller.js';
import { ApiError, invalid } from '../errors.js';
import { findReplay, runIdempotent } from '../idempotent-write.js';
import { clientIdForm, requestBounds } from '../limits.js';
import { type ClientIdScope, callHandler, firstStatus, Reply, type RequestContext, type Route } from '../route.js';
import type { WriteIdentity } from '../write-outcome.js';

const wellFormed = new RegExp(clientIdForm.pattern);

/** The key may be sent bare or as a quoted string; both forms identify the same write. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string') throw invalid('Idempotency-Key', 'is sent more than once');
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header.trim());
  const key = quoted ? quoted[1].replace(/\\(["\\])/g, '$1') : header.trim();
  if (key.length > requestBounds.idempotencyKeyCharacters || !wellFormed.test(key)) {
    throw invalid('Idempotency-Key', `must be ${clientIdForm.text}`);
  }
  return key;
}

export function requireIdempotencyKey(header: string | string[] | undefined): string {
  const key = readIdempotencyKey(header);
  if (key === null) {
    throw new ApiError('MISSING_IDEMPOTENCY_KEY', 'The header Idempotency-Key is missing.', {
      field: 'Idempotency-Key',
    });
  }
  return key;
}

type Members = Readonly<Record<string, unknown>>;

function identityOf({ clientId: member, header }: ClientIdScope, item: Members, key: string | null): WriteIdentity {
  const sent = item[member];
  if (sent !== undefined && key !== null && sent !== key) {
    const advice = header === 'instead' ? 'send only one of them' : 'send the same value in both';
    throw invalid(member, `and Idempotency-Key are both sent and differ; ${advice}`);
  }
  const clientId = sent ?? key;
  if (clientId === null) {
    const remediation = `Send ${member} or the header Idempotency-Key, generated once per logical write.`;
    throw new ApiError('INVALID_PAYLOAD', `${member} is missing`, { field: member, remediation });
  }
  return { clientId: clientId as string, bodyDigest: bodyDigest(item, member) };
}

/** The identities of the writes in a body: of the body itself, or of each item of its list. */
export function readIdentities(
  scope: ClientIdScope,
  body: unknown,
  header: string | string[] | undefined,
): readonly WriteIdentity[] {
  const key = scope.header === 'ignored' ? null : readIdempotencyKey(header);
  const items = scope.list === undefined ? [body as Members] : ((body as Members)[scope.list] as readonly Members[]);
  return items.map(item => identityOf(scope, item, key));
}

function replay(status: number, reply: unknown): Reply {
  const body = { ...(reply as object), replayed: true, code: 'IDEMPOTENT_REPLAY' };
  return new Reply(status >= 200 && status < 300 ? 200 : status, body, { 'idempotent-replayed': 'true' });
}

const differs = () =>
  new ApiError('IDEMPOTENT_REPLAY', 'This Idempotency-Key was already used with a different body.', {
    field: 'Idempotency-Key',
  });

interface StoredWrite {
  readonly route: Route;
  readonly key: string;
  readonly input: { params: unknown; query: unknown; body: unknown };
  readonly context: RequestContext;
  /** Charged only if this is not a replay, which costs a read. */
  readonly takeBudget: () => void;
  readonly takeRead: () => void;
}

/** Concurrent copies of one write wait here, without holding connections of the pool. */
const running = new Map<string, Promise<Reply>>();

/** Runs the handler of a route whose results are stored, or returns the stored result. A replay costs a read. */
export async function runStored(write: StoredWrite): Promise<Reply> {
  const name = JSON.stringify([playerIdOf(write.context.caller), write.route.id, write.key]);
  await running.get(name)?.catch(() => {});
  const attempt = runOne(write);
  running.set(name, attempt);
  try {
    return await attempt;
  } finally {
    if (running.get(name) === attempt) running.delete(name);
  }
}

async function runOne({ route, key, input, context, takeBudget, takeRead }: StoredWrite): Promise<Reply> {
  const { caller, services } = context;
  const playerId = playerIdOf(caller);
  if (playerId === null) throw new Error(`route ${route.id} stores responses and must be for players`);
  const identity = { playerId, kind: route.id, clientId: key };
  const digest = bodyDigestBytes([input.params, input.query, input.body]);
  const earlier = await findReplay(services.store, identity, digest);
  if (earlier) takeRead();
  if (earlier?.kind === 'replayed') return replay(earlier.answer.status, earlier.answer.reply);
  if (earlier) throw differs();
  takeBudget();
  let sent = new Reply(firstStatus(route), null);
  const outcome = await runIdempotent(services.store, identity, digest, services.clock(), async tx => {
    const result = await callHandler(route, input, { ...context, writes: tx });
    sent = result instanceof Reply ? result : new Reply(firstStatus(route), result);
    return { status: sent.status, reply: sent.replayBody };
  });
  if (outcome.kind === 'differs') throw differs();
  if (outcome.kind === 'replayed') return replay(outcome.answer.status, outcome.answer.reply);
  return new Reply(sent.status, { ...(sent.body as object), replayed: false }, sent.headers);
}

/** Characters that JSON does not escape. */
const plain = /^[ !#-[\]-~]*$/;

const quoted = (text: string) => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * Serializes a JSON value with sorted members, so that equal values have equal texts. `omitted` is a member of the value
 * itself that is left out.
 */
export function canonicalJson(value: unknown, omitted?: string): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(item => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined || key === omitted) continue;
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** SHA-256 of the canonical JSON of a body without one member, in hexadecimal, which identifies replays. */
export function bodyDigest(value: unknown, omitted?: string): string {
  return hash('sha256', canonicalJson(value, omitted), 'hex');
}

/** The same digest as bytes, as stored with responses. */
export function bodyDigestBytes(value: unknown): Buffer {
  return hash('sha256', canonicalJson(value), 'buffer');
}
