import { describe, expect, it } from 'vitest';
import { PresageError } from '../../../client/client.js';
import { errorTable } from '../../../src/http/errors.js';
import { failureText } from '../../../web/api/client.js';
import { adviceForPeople, titleForPeople } from '../../../web/api/failure-words.js';

describe('errors in the words of people', () => {
  it.each([
    [
      'displayName must not contain control characters',
      'displayName',
      'Display name must not contain control characters.',
    ],
    ['currentPassword is wrong.', 'currentPassword', 'Current password is wrong.'],
    [
      'liquidityCredits must be at least 100 (got 5)',
      'liquidityCredits',
      'Liquidity in credits must be at least 100 (got 5).',
    ],
    ['resolutionSource.url must be a URL', 'resolutionSource.url', 'Address of the source must be a URL.'],
    ['source_name is too long', 'source_name', 'Source is too long.'],
    ['outcomes[1] duplicates item 0', 'outcomes[1]', 'Outcomes duplicates item 0.'],
    ['overrideBudgetLimit is missing', null, 'Override budget limit is missing.'],
    ['name must not be "iPhone"', 'name', 'Name must not be "iPhone".'],
  ])('rewrites "%s"', (message, field, text) => expect(titleForPeople(message, field)).toBe(text));

  it('shows no remediation that is meant for programs', () => {
    const shown = Object.values(errorTable).map(({ remediation }) => adviceForPeople(remediation));
    for (const text of shown) expect(text).not.toMatch(/\/api|header|credential|idempotency|Retry-After|[a-z][A-Z]/);
    expect(adviceForPeople('Use one of your agents, or delete one that has never played.')).not.toBe('');
  });

  it('says why operators can’t play in their markets', () => {
    const body = {
      code: 'FORBIDDEN',
      error: 'The owner of this player is an operator.',
      field: 'eventSlug',
      remediation: errorTable.FORBIDDEN.remediation,
    } as const;
    expect(failureText(new PresageError(403, body))).toMatchObject({
      title: 'You can’t trade or forecast in this market.',
      advice: 'As an operator you created, edited or proposed a resolution for it.',
    });
    const { field: _, ...general } = body;
    const other = failureText(new PresageError(403, general));
    expect(other).toMatchObject({ title: body.error, advice: '' });
  });
});
