import { retryAfterOf } from '../../client/transport.js';
import { CommandFailure } from '../output/command-failure.js';
import { type Advice, refusalFailure } from '../output/refusal.js';
import { foreignFailure, unreachable } from './arena.js';

/** A client of the operator API. */
export interface OperatorClient {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<unknown>;
}

interface ErrorBody {
  readonly error?: string;
  readonly code?: string;
  readonly field?: string;
  readonly remediation?: string;
  readonly requestId?: string;
}

function failureOf({ status, headers }: Response, body: unknown, advice: Advice): CommandFailure {
  const { error, code = `HTTP_${status}`, field, remediation, requestId } = (body ?? {}) as ErrorBody;
  if (!error)
    return new CommandFailure(`the service responded with ${status} and no message\npresage doctor checks the arena.`);
  const retryAfter = retryAfterOf(headers);
  return refusalFailure({ status, message: error, code, field, remediation, requestId, retryAfter }, advice);
}

const adviceOnToken =
  'Set PRESAGE_OPERATOR_TOKEN to the token that the service was started with, or sign in as an operator with presage login.';

const adviceOnRole =
  'Set PRESAGE_OPERATOR_TOKEN to the token of the service, or ask an operator for the role: presage person role <handle> operator.';

/** The operator token, or else the session of a person with the operator role. */
interface OperatorCredentials {
  readonly token: string | undefined;
  readonly session: string | undefined;
}

function credentialHeader({ token, session }: OperatorCredentials): Record<string, string> {
  if (token) return { authorization: `Bearer ${token}` };
  if (session) return { cookie: session };
  throw new CommandFailure(
    'PRESAGE_OPERATOR_TOKEN is not set\nSet it to the token of the service, or sign in as an operator with presage login.',
  );
}

export function createOperatorClient(
  url: string,
  credentials: OperatorCredentials,
  advice: Advice = {},
): OperatorClient {
  return {
    async call(method, path, body, headers = {}) {
      const credential = credentialHeader(credentials);
      const contentType: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const payload = body === undefined ? undefined : JSON.stringify(body);
      let response: Response;
      try {
        response = await fetch(`${url}/api/operator${path}`, {
          method,
          body: payload,
          headers: { ...credential, ...contentType, ...headers },
        });
      } catch (error) {
        throw unreachable(url, error);
      }
      const text = await response.text();
      let value: unknown = null;
      try {
        value = JSON.parse(text);
      } catch {
        const type = response.headers.get('content-type') ?? 'no content type';
        throw foreignFailure(url, response.status, type);
      }
      if (!response.ok) throw failureOf(response, value, { 401: adviceOnToken, 403: adviceOnRole, ...advice });
      return value;
    },
  };
}
