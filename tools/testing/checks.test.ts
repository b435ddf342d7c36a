import { expect, it } from 'vitest';
import { contractIsValid, formatAndLint, runCheck, types } from './checks.js';

it.each([formatAndLint, ...types, contractIsValid])(
  '$name',
  async check => {
    const { passed, output } = await runCheck(check);
    expect(passed ? '' : output).toBe('');
  },
  240_000,
);
