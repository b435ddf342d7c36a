import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { errorTable, isErrorCode } from '../../src/http/errors.js';

interface Operation {
  readonly operationId: string;
  readonly 'x-error-codes': string[];
  readonly responses: Record<
    string,
    { content?: Record<string, { schema: object }>; headers?: Record<string, object> }
  >;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

export interface CheckedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Codes of responses without an operation. */
const withoutOperation = [
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'INVALID_PAYLOAD',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'URI_TOO_LONG',
];

/** Headers that a response must have if the contract lists them; the others depend on settings and circumstances. */
const certain = ['X-Request-Id', 'ETag', 'Retry-After', 'WWW-Authenticate'];

function pointer(...parts: string[]): string {
  return parts.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

/** Validates every response against the contract: status, code, type and schema. */
export class ContractCheck {
  /** Optimizing a validator takes longer than a test runs it. */
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly patterns: { pattern: RegExp; path: string }[];

  constructor(private readonly document: Document) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ ...document, $id: 'contract' });
    this.patterns = Object.keys(document.paths)
      .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
      .map(path => ({ path, pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));
  }

  private validator(reference: string): ValidateFunction {
    let validate = this.compiled.get(reference);
    if (!validate) {
      validate = this.ajv.compile({ $ref: `contract#/${reference}` });
      this.compiled.set(reference, validate);
    }
    return validate;
  }

  private checkSchema(reference: string, value: unknown, where: string): void {
    const validate = this.validator(reference);
    if (!validate(value)) {
      throw new Error(
        `${where}: the reply breaks the contract: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`,
      );
    }
  }

  private checkError(reply: CheckedReply, allowed: readonly string[], where: string): void {
    const body = JSON.parse(reply.text) as { code: string; requestId: string };
    this.checkSchema('components/schemas/Error', body, where);
    if (!allowed.includes(body.code)) throw new Error(`${where}: ${body.code} is not among the route’s codes`);
    if (!isErrorCode(body.code) || !(errorTable[body.code].http as readonly number[]).includes(reply.status)) {
      throw new Error(`${where}: ${body.code} does not come with ${reply.status}`);
    }
    if (body.requestId !== reply.headers.get('x-request-id'))
      throw new Error(`${where}: requestId is not x-request-id`);
    if (reply.status === 429 && !/^[1-9]\d*$/.test(reply.headers.get('retry-after') ?? ''))
      throw new Error(`${where}: no Retry-After`);
    if (reply.status === 401 && !reply.headers.has('www-authenticate')) throw new Error(`${where}: no challenge`);
    if (reply.status === 405 && !reply.headers.has('allow')) throw new Error(`${where}: no Allow`);
  }

  private operationFor(method: string, pathname: string) {
    const path = this.patterns.find(({ pattern }) => pattern.test(pathname))?.path;
    const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const operation = path === undefined ? undefined : this.document.paths[path][verb];
    return path === undefined || !operation ? null : { path, verb, operation };
  }

  check(method: string, pathname: string, reply: CheckedReply): void {
    const where = `${method} ${pathname} → ${reply.status}`;
    if (!reply.headers.get('x-request-id')) throw new Error(`${where}: no x-request-id`);
    if (method === 'HEAD' || (method === 'OPTIONS' && reply.status < 400) || reply.status === 304) {
      if (reply.text !== '') throw new Error(`${where}: a body where none may be`);
      return;
    }
    const found = this.operationFor(method, pathname);
    const type = (reply.headers.get('content-type') ?? '').split(';')[0];
    if (!found) {
      this.checkError(reply, withoutOperation, where);
      return;
    }
    const { path, verb, operation } = found;
    const listed = operation.responses[reply.status];
    const documented = listed?.content?.[type];
    for (const name of certain) {
      if (listed?.headers?.[name] && !reply.headers.has(name))
        throw new Error(`${where}: the header ${name} is promised`);
    }
    if (reply.headers.has('idempotent-replayed') && !listed?.headers?.['Idempotent-Replayed'])
      throw new Error(`${where}: the header Idempotent-Replayed is not in the contract`);
    if (reply.status >= 400 && documented && 'code' in (JSON.parse(reply.text) as object)) {
      this.checkError(reply, operation['x-error-codes'], where);
      return;
    }
    if (!documented) throw new Error(`${where}: ${type} with this status is not in the contract`);
    if (/[/+]json$/.test(type)) {
      const place = pointer('paths', path, verb, 'responses', String(reply.status), 'content', type, 'schema');
      const body = JSON.parse(reply.text) as { code?: unknown; replayed?: unknown } | null;
      this.checkSchema(place, body, where);
      if (body?.replayed === true && body.code === 'IDEMPOTENT_REPLAY' && !reply.headers.has('idempotent-replayed'))
        throw new Error(`${where}: the header Idempotent-Replayed is missing on a replay`);
    }
  }
}
