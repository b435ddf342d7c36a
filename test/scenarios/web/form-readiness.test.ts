import { describe, expect, it } from 'vitest';
import { judgeReadiness } from '../../../src/market-requests/rules/readiness.js';
import { formReadiness, inFormWords } from '../../../web/components/readiness/form-readiness.js';

const now = Date.parse('2026-11-17T12:00:00Z');
const event = {
  question: 'Will the gauge in London show rain on 20 November 2026?',
  category: 'weather',
  endsAt: now + 3 * 86_400_000,
  outcomes: ['Yes', 'No'],
  sourceName: 'Weather office',
  sourceUrl: 'https://example.org/gauge',
  observationRule: 'Yes if the gauge shows at least 1 mm of rain on that day.',
  suggestedYes: null,
  demandEvidence: null,
  firstLimitOrderIntent: false,
};
const itself = { eventSlug: 'rain', requestId: null, title: event.question, similarity: 1 };
const judge = (changes: Partial<typeof event>, duplicates = [itself]) =>
  judgeReadiness({ ...event, ...changes }, duplicates, now);
const idsOf = ({ rules }: { rules: readonly { id: string }[] }) => rules.map(({ id }) => id);

describe('the readiness of the event form', () => {
  it('reaches 100 with the fields of the form', () => {
    const shown = formReadiness(judge({}, []), false);
    expect(shown).toMatchObject({ score: 100, ready: true });
    expect(idsOf(shown)).not.toContain('launch-details');
  });

  it('does not call an edited event a duplicate of itself', () => {
    expect(formReadiness(judge({}), false)).toMatchObject({ ready: false });
    const shown = formReadiness(judge({}), true);
    expect(shown).toMatchObject({ score: 100, ready: true });
    expect(idsOf(shown)).toEqual(['source', 'time', 'policy']);
  });

  it('is not ready while a listed rule blocks', () => {
    const shown = formReadiness(judge({ endsAt: now - 1000 }), true);
    expect(shown.ready).toBe(false);
    expect(shown.score).toBeLessThan(100);
  });

  it('names the labels of the form in every message', () => {
    const drafts = [
      judge({ sourceName: '', sourceUrl: '', observationRule: '', endsAt: 0 } as never),
      judge({ sourceName: null, sourceUrl: null, observationRule: null, endsAt: null } as never),
      judge({ sourceUrl: 'http://localhost/', endsAt: now - 1000, observationRule: 'Short.' }),
      judge({ endsAt: now + 40 * 86_400_000 }),
    ];
    const texts = drafts
      .flatMap(each => formReadiness(each, false).rules)
      .flatMap(({ message, fix }) => [message, fix ?? '']);
    const shown = texts.map(text => inFormWords(text, () => 'TIME'));
    for (const text of shown) expect(text).not.toMatch(/\w_\w|\d{4}-\d\d-\d\dT|Unix/);
    for (const label of ['“Source”', '“Address of the source”', '“Trading ends”', '“Rule”', 'TIME']) {
      expect(shown.join(' ')).toContain(label);
    }
  });
});
