import { beforeAll, describe, expect, it } from 'vitest';
import { ExampleCheck } from '../../test/support/story/example-check.js';
import { routes } from '../features.js';
import type { ReplySchema } from '../http/route.js';
import { packageRoot } from '../package-root.js';
import { loadRecordedExamples, unrecordedReplies } from './examples.js';
import { buildOpenapi } from './openapi.js';

const examples = loadRecordedExamples(packageRoot);
const hint = 'extend test/support/story/ and run npm run contract:record';

const isJson = ({ schema, contentType = 'application/json' }: ReplySchema) =>
  schema !== undefined && contentType.split(';')[0] === 'application/json';

/** Every JSON reply that a route lists, as operationId and status; errors are not among them. */
const jsonReplies = routes.flatMap(({ id, responses }) =>
  Object.entries(responses).flatMap(([status, reply]) => (isJson(reply) ? [`${id} ${status}`] : [])),
);

const recordedReplies = Object.entries(examples).flatMap(([id, { replies }]) =>
  Object.keys(replies).map(status => `${id} ${status}`),
);

describe('contract/examples.json', () => {
  let check: ExampleCheck;
  beforeAll(() => {
    check = new ExampleCheck();
  });

  it('has every JSON reply that is not listed as an exception', () => {
    expect(jsonReplies.length).toBeGreaterThan(190);
    const missing = jsonReplies.filter(name => !recordedReplies.includes(name) && !(name in unrecordedReplies));
    expect(missing, hint).toEqual([]);
  });

  it('has a request for every operation with a body', () => {
    const missing = routes.filter(({ id, request }) => request?.body && examples[id]?.request === undefined);
    expect(
      missing.map(({ id }) => id),
      hint,
    ).toEqual([]);
  });

  it('has no entry without an operation or a JSON reply', () => {
    expect(
      recordedReplies.filter(name => !jsonReplies.includes(name)),
      'run npm run contract:record',
    ).toEqual([]);
  });

  it('lists no exception that is recorded or does not exist', () => {
    const names = Object.keys(unrecordedReplies);
    expect(names.filter(name => recordedReplies.includes(name) || !jsonReplies.includes(name))).toEqual([]);
  });

  it('matches the current schemas', () => {
    const problems = Object.entries(examples).flatMap(([id, { request, replies }]) => [
      ...(request === undefined ? [] : [check.problem(id, 'request', request)]),
      ...Object.entries(replies).map(([status, body]) => check.problem(id, status, body)),
    ]);
    expect(problems.filter(problem => problem !== null)).toEqual([]);
  });

  it('is what the OpenAPI document shows', () => {
    const { paths } = buildOpenapi(routes, 'http://presage.test', examples) as {
      paths: Record<string, Record<string, { requestBody: object; responses: Record<string, object> }>>;
    };
    const { post } = paths['/api/play/v1/orders'];
    const { request, replies } = examples.placeOrder;
    expect(post.requestBody).toMatchObject({ content: { 'application/json': { example: request } } });
    expect(post.responses['201']).toMatchObject({ content: { 'application/json': { example: replies['201'] } } });
  });
});

describe('the check of examples', () => {
  it('reports a body that does not match, an unknown operation and an unknown status', () => {
    const check = new ExampleCheck();
    const rerecord = 'run npm run contract:record';
    expect(check.problem('getHealth', '200', {})).toMatch(new RegExp(`getHealth 200 .+ ${rerecord}`));
    expect(check.problem('getNothing', '200', {})).toBe(`getNothing is not an operation: ${rerecord}`);
    expect(check.problem('getHealth', '201', {})).toBe(`getHealth has no schema for 201: ${rerecord}`);
    expect(check.problem('placeOrder', 'request', { side: 'hold' })).toContain('placeOrder request does not match');
  });
});
