import { expect, it } from 'vitest';
import { contractIsValid, formatAndLint, runCheck, types, unusedCode } from './checks.js';

it.each([formatAndLint, ...types, unusedCode, contractIsValid])(
  '$name',
  async check => {
    const { passed, output } = await runCheck(check);
    expect(passed ? '' : output).toBe('');
  },
  240_000,
);
