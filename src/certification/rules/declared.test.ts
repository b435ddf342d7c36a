import { describe, expect, it } from 'vitest';
import { isCertified, replaces, unnamedClient } from '../../players/rules/certification-mark.js';
import { agrees, declaredPass, meantBy, scenarioIds } from './scenarios.js';

describe('declared results', () => {
  it.each([
    [true, true],
    ['passed', true],
    [' PASS ', true],
    [{ verdict: 'passed' }, true],
    [{ passed: false }, false],
    ['failed', false],
    [{ status: 'fail' }, false],
    [{ verdict: 'passed', passed: true, status: 'finished' }, true],
    [{ verdict: null, passed: false }, false],
    [{ verdict: 'passed', passed: false }, null],
    [{ passed: true, status: 'failed' }, null],
    [{ verdict: 'perhaps', passed: true }, null],
    [{}, null],
    ['perhaps', null],
    [1, null],
    [null, null],
    [undefined, null],
    [['passed'], null],
    [{ verdict: { verdict: {} } }, null],
  ])('%j means %s', (said, meant) => expect(declaredPass(said)).toBe(meant));

  it('agrees or differs once there is a verdict', () => {
    expect(agrees(true, 'passed')).toBe(true);
    expect(agrees(true, 'not-tried')).toBe(false);
    expect(agrees(false, 'failed')).toBe(true);
    expect(agrees(false, 'passed')).toBe(false);
    expect(agrees(true, 'in-progress')).toBeNull();
    expect(agrees(null, 'passed')).toBeNull();
  });
});

describe('misspelt names', () => {
  const known = ['runId', 'results', ...scenarioIds];

  it.each([
    ['runid', 'runId'],
    ['run_id', 'runId'],
    ['RunID', 'runId'],
    ['result', 'results'],
    ['resalts', 'results'],
    ['rateLimited', 'rate-limited'],
    ['rate_limitd', 'rate-limited'],
    ['reply-losst', 'reply-lost'],
    ['rnuId', 'runId'],
    ['rundI', 'runId'],
    ['urn_id', 'runId'],
    ['reslut', null],
    ['resutls', 'results'],
    ['reply-lots', 'reply-lost'],
    ['run', 'runId'],
    ['ID', 'runId'],
    ['certification_id', 'runId'],
    ['client', null],
    ['nurId', null],
    ['idea', null],
    ['rate-limits-of-mine', null],
    ['', null],
  ])('%j suggests %j', (name, meant) => expect(meantBy(name, known)).toBe(meant));

  it('exclude the known names themselves', () => {
    for (const name of known)
      expect(
        meantBy(
          name,
          known.filter(each => each !== name),
        ),
      ).toBeNull();
  });
});

describe('the mark', () => {
  const mark = { at: 1_000, contractVersion: 'A', client: unnamedClient };
  const ofSdk = { ...mark, client: { subject: 'sdk', name: '@presage/client', version: '0.1.0' } } as const;
  const halfYear = 180 * 86_400_000;

  it('is valid for 180 days and one contract', () => {
    expect(isCertified(null, 'A', 1_000)).toBe(false);
    expect(isCertified(mark, 'A', 1_000)).toBe(true);
    expect(isCertified(mark, 'A', 999 + halfYear)).toBe(true);
    expect(isCertified(mark, 'A', 1_000 + halfYear)).toBe(false);
    expect(isCertified(mark, 'B', 1_000)).toBe(false);
  });

  it('of the SDK says nothing about the agent, and never replaces the agent’s own while that is valid', () => {
    expect(isCertified(ofSdk, 'A', 1_000)).toBe(false);
    expect(replaces(ofSdk, mark)).toBe(false);
    expect(replaces(ofSdk, null)).toBe(true);
    expect(replaces(ofSdk, { ...mark, contractVersion: 'B' })).toBe(true);
    expect(replaces({ ...ofSdk, at: 1_000 + halfYear }, mark)).toBe(true);
    expect(replaces(mark, ofSdk)).toBe(true);
  });
});
