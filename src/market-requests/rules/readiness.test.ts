import { describe, expect, it } from 'vitest';
import { dayMs } from '../../kernel/time.js';
import { type Duplicate, judgeReadiness, type RequestTexts, ruleWeights } from './readiness.js';

const now = Date.parse('2026-03-17T12:00:00Z');

const complete: RequestTexts = {
  question: 'Will it rain at Heathrow on 1 May 2026?',
  category: 'weather',
  outcomes: ['Yes', 'No'],
  endsAt: Date.parse('2026-05-01T00:00:00Z'),
  sourceName: 'Met Office',
  sourceUrl: 'https://www.metoffice.gov.uk/rain',
  observationRule: 'Yes if the Met Office reports at least 0.2 mm at Heathrow for that day.',
  demandEvidence: 'Asked every year.',
  suggestedYes: 450_000,
  firstLimitOrderIntent: true,
};

function judge(change: Partial<RequestTexts>, duplicates: readonly Duplicate[] = []) {
  const { rules, ...verdict } = judgeReadiness({ ...complete, ...change }, duplicates, now);
  return { ...verdict, rules, rule: (id: keyof typeof ruleWeights) => rules.find(rule => rule.id === id)! };
}

const nothing: Partial<RequestTexts> = {
  category: null,
  outcomes: [],
  endsAt: null,
  sourceName: null,
  sourceUrl: null,
  observationRule: null,
  demandEvidence: null,
  suggestedYes: null,
  firstLimitOrderIntent: false,
};

const like = (similarity: number): Duplicate => ({ eventSlug: 'rain', requestId: null, title: 'Rain?', similarity });

describe('readiness of a draft', () => {
  it('has weights that sum to 100', () => {
    expect(Object.values(ruleWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  });

  it('is 100 for a complete draft, with nothing to fix', () => {
    const { score, ready, rules } = judge({});
    expect([score, ready]).toEqual([100, true]);
    expect(rules.every(({ fix, blocking }) => fix === null && !blocking)).toBe(true);
  });

  it('loses points for each missing field and names it', () => {
    for (const [name, value] of Object.entries(nothing)) {
      const { score, rules } = judge({ [name]: value });
      expect(score, name).toBeLessThan(100);
      const failing = rules.filter(({ earned, weight }) => earned < weight);
      expect(failing.length, name).toBe(1);
      for (const { fix } of failing) expect(fix, name).toMatch(/\.$/);
    }
  });

  it('is not ready with a question alone, and lists the blocking rules', () => {
    const { score, ready, rules } = judge(nothing);
    expect(score).toBe(ruleWeights.question + ruleWeights.policy + ruleWeights.duplicates);
    expect(ready).toBe(false);
    expect(rules.filter(({ blocking }) => blocking).map(({ id }) => id)).toEqual(['source', 'time']);
  });

  it('is ready from exactly 70 points on if no rule blocks', () => {
    const vague = 'Will it be a success?';
    // The question earns 9 and the outcomes nothing: 64 of 100.
    expect(judge({ question: vague, outcomes: [] })).toMatchObject({ score: 64, ready: false });
    // With labels that may miss a case: 76.
    expect(judge({ question: vague, outcomes: ['Ann', 'Ben'] })).toMatchObject({ score: 76, ready: true });
  });
});

describe('the rule of the question', () => {
  it.each([
    ['Will CPI inflation in the euro area be above 2.0 % in May 2026?', 25],
    ['Will CPI inflation be above 2.0 % in May 2026', 20],
    ['Will it rain on 1 May 2026? And on 2 May?', 21],
    ['Will it rain on 1 May 2026 and will it snow?', 21],
    ['Will the weather change at Heathrow?', 17],
    ['Will it rain significantly on 1 May 2026?', 17],
  ])('gives “%s” %i of 25', (question, earned) => {
    expect(judge({ question }).rule('question')).toMatchObject({ earned, blocking: false });
  });

  it('blocks a question of fewer than four words', () => {
    expect(judge({ question: 'Rain tomorrow?' }).rule('question')).toMatchObject({ earned: 0, blocking: true });
  });
});

describe('the rule of the outcomes', () => {
  it.each([
    [['No', 'YES'], 20],
    [['Ada', 'Ben', 'Anyone else'], 20],
    [['Below 10', '10 to 20', 'Above 20'], 20],
    [['0–9', '10 or more', '5 or less'], 20],
    [['Ada', 'Ben'], 12],
    [['Red', 'Green', 'Blue'], 12],
    [[], 0],
  ])('gives %j %i of 20', (outcomes, earned) => {
    expect(judge({ outcomes }).rule('outcomes')).toMatchObject({ earned, blocking: false });
  });

  it.each([[['Yes']], [['Yes', 'No', 'yes ']]])('blocks %j', outcomes => {
    expect(judge({ outcomes }).rule('outcomes')).toMatchObject({ earned: 0, blocking: true });
  });
});

describe('the rule of the source', () => {
  it.each([
    'http://www.metoffice.gov.uk',
    'https://me:secret@example.org/data',
    'https://127.0.0.1/data',
    'https://10.0.0.7',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/data',
    'https://intranet/data',
    'https://db.internal/data',
    'https://printer.local.',
    'ftp://example.org',
    'example.org',
    'https://',
  ])('blocks the URL %s by its form', sourceUrl => {
    const { message, ...rest } = judge({ sourceUrl }).rule('source');
    expect(rest).toMatchObject({ earned: 0, blocking: true });
    expect(message).toMatch(/^source_url must/);
  });

  it.each(['https://example.org', 'https://data.example.co.uk:8443/a?b=c#d', 'HTTPS://Bücher.example/x'])(
    'accepts the URL %s',
    sourceUrl => {
      expect(judge({ sourceUrl }).rule('source')).toMatchObject({ earned: 20, fix: null });
    },
  );

  it('gives 8 points for the name and 12 for the URL, and blocks without both', () => {
    expect(judge({ sourceUrl: null }).rule('source')).toMatchObject({ earned: 8, blocking: false });
    expect(judge({ sourceName: null }).rule('source')).toMatchObject({ earned: 12, blocking: false });
    expect(judge({ sourceName: null, sourceUrl: null }).rule('source')).toMatchObject({ earned: 0, blocking: true });
  });
});

describe('the rule of the time', () => {
  it('names the date in the question, not the day after it', () => {
    const late = judge({ endsAt: Date.parse('2026-11-25T00:00:00Z'), question: 'Will it rain on 20 November 2026?' });
    expect(JSON.stringify(late.rule('time'))).toContain('(2026-11-20)');
  });

  it.each([
    ['in the past', now - 1],
    ['less than an hour ahead', now + 59 * 60_000],
    ['more than five years ahead', now + 5 * 366 * dayMs],
    ['missing', null],
  ])('blocks an end that is %s', (_what, endsAt) => {
    expect(judge({ endsAt, question: 'Will it rain at gate 4 again?' }).rule('time')).toMatchObject({
      earned: 0,
      blocking: true,
    });
  });

  it.each([
    ['2026-05-02T11:00:00Z', 'Will it rain on 1 May 2026?', 15],
    ['2026-05-02T13:00:00Z', 'Will it rain on 1 May 2026?', 9],
    ['2026-05-02T13:00:00Z', 'Will it rain on May 1, 2026?', 9],
    ['2026-05-02T13:00:00Z', 'Will it rain on 2026-05-01 at gate 4?', 9],
    ['2026-05-31T13:00:00Z', 'Will it rain 20 times in May 2026?', 15],
    ['2026-06-02T13:00:00Z', 'Will it rain 20 times in May 2026?', 9],
    ['2026-07-02T13:00:00Z', 'Will it rain 20 times in Q2 2026?', 9],
    ['2026-12-31T13:00:00Z', 'Will it rain 90 times in 2026?', 15],
    ['2027-01-02T13:00:00Z', 'Will it rain 90 times in 2026?', 9],
    ['2027-01-02T13:00:00Z', 'Will it rain more than the 2025 record?', 15],
  ])('with an end at %s gives “%s” %i of 15', (end, question, earned) => {
    expect(judge({ endsAt: Date.parse(end), question }).rule('time').earned).toBe(earned);
  });

  it('compares the end with dates of the observation rule too', () => {
    const observationRule = 'Read from the bulletin of 3 April 2026 at noon.';
    const question = 'Will bulletin 12 report rain?';
    expect(judge({ question, observationRule }).rule('time')).toMatchObject({ earned: 9, blocking: false });
  });

  it('gives 4 of 15 for an end without an observation rule', () => {
    expect(judge({ observationRule: null }).rule('time')).toMatchObject({ earned: 4, blocking: false });
  });
});

describe('the rules of policy and duplicates', () => {
  it('block questions that the market policy excludes', () => {
    const rule = judge({ question: 'Will the mayor be killed before 1 May 2026?' }).rule('policy');
    expect(rule).toMatchObject({ earned: 0, blocking: true });
    expect(rule.message).toContain('death-of-a-person');
  });

  it('halve the points of questions that an operator has to review', () => {
    const { rule } = judge({ question: 'Will the minister be convicted before 1 May 2026?' });
    expect(rule('policy')).toMatchObject({ earned: 4, blocking: false });
  });

  it.each([
    [0.5, 7, false],
    [0.7, 3, false],
    [0.89, 0, false],
    [0.9, 0, true],
    [1, 0, true],
  ])('at a similarity of %d earn %i of 7', (similarity, earned, blocking) => {
    expect(judge({}, [like(0.5), like(similarity)]).rule('duplicates')).toMatchObject({ earned, blocking });
  });
});
