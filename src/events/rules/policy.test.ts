import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../kernel/refusal.js';
import { wordSequence } from '../../kernel/words.js';
import { decidePolicy, findPolicyRules, noConsent, type PolicyTexts, policyRules } from './policy.js';

const harmless: PolicyTexts = {
  title: 'Will it rain in London on 1 May?',
  description: 'At least 0.2 mm at Heathrow.',
  category: 'weather',
  tags: ['london'],
  outcomes: ['Yes', 'No'],
  resolutionSource: { name: 'Met Office', rule: 'Daily rainfall at Heathrow.' },
};

const met = (texts: Partial<PolicyTexts>) => findPolicyRules({ ...harmless, ...texts }).map(({ rule }) => rule.id);

describe('the policy', () => {
  it('has rules with unique ids and matchable terms', () => {
    expect(new Set(policyRules.map(rule => rule.id)).size).toBe(policyRules.length);
    for (const { id, terms } of policyRules) {
      expect(id).toMatch(/^[a-z-]+$/);
      for (const term of terms) expect(wordSequence(term), `${id}: ${term}`).toBe(` ${term} `);
      expect(new Set(terms).size, id).toBe(terms.length);
    }
  });

  it.each([
    ['death-of-a-person', { title: 'Will the president die before 2030?' }],
    ['death-of-a-person', { outcomes: ['Still alive', 'Not'] }],
    ['violence-and-terror', { description: 'Counts every terrorist-attack in the capital.' }],
    ['violence-and-terror', { title: 'ASSASSINATION of a minister?' }],
    ['self-harm', { tags: ['suicide'] }],
    ['death-of-a-person', { title: 'Will the president d\u200bie bef\u00adore 2030?' }],
    ['death-of-a-person', { title: 'Will the president\u2060 d\u200cie\ufeff before 2030?' }],
    ['death-of-a-person', { title: 'Will the president di\u034fe bef\ufe0fore\u3164 2030?' }],
    ['death-of-a-person', { title: 'Will the president d\ufeffie before 2030?' }],
    ['private-person', { title: 'Will my neighbour sell the house?' }],
    ['illegal-content', { title: 'When will the stolen data be sold?' }],
    ['creator-controls-it', { title: 'Will I finish the marathon?' }],
    ['creator-controls-it', { title: 'Will this market resolve Yes?' }],
    ['no-clear-source', { resolutionSource: { name: 'TBD', rule: 'As we see fit.' } }],
    ['no-clear-source', { resolutionSource: { name: 'The creator', rule: 'I will decide.' } }],
  ])('rejects by %s', (id, texts) => {
    expect(met(texts)).toContain(id);
    const decision = decidePolicy(findPolicyRules({ ...harmless, ...texts }), noConsent);
    expect(decision).toMatchObject({ refused: true, code: 'POLICY_EXCLUDED', extra: { rule: id } });
  });

  it.each([
    [harmless],
    [{ title: 'How many deaths from influenza will the weekly report count?' }],
    [{ title: 'Will chip makers ship smaller dies this year?' }],
    [{ title: 'Will “Only Murders in the Building” be renewed?' }],
    [{ title: 'Will “anti\u00addie before” coatings sell?' }],
    [{ title: 'Will I-95 reopen in May?' }],
    [{ description: 'Deaf-ness. The end of one text', category: 'of another' }],
  ])('accepts texts that only look similar', texts => {
    expect(met(texts)).toEqual([]);
  });
});

describe('overriding the policy', () => {
  const findings = findPolicyRules({
    ...harmless,
    title: 'Will the death of the author be proclaimed, or a ceasefire?',
    resolutionSource: { name: 'Rumours', rule: 'None.' },
  });

  const acknowledged = ['armed-conflict'];
  const overriding = (...rules: string[]) => ({ rules, reason: 'A book.' });

  it('requires every refuse rule, and no other', () => {
    expect(findings.map(({ rule }) => rule.id)).toEqual(['death-of-a-person', 'no-clear-source', 'armed-conflict']);
    const one = decidePolicy(findings, { override: overriding('death-of-a-person'), acknowledged });
    expect(isRefusal(one) && one.extra).toMatchObject({ rule: 'no-clear-source' });
    const override = overriding('death-of-a-person', 'no-clear-source');
    expect(decidePolicy(findings, { override, acknowledged })).toEqual({
      reviewed: ['armed-conflict'],
      overridden: ['death-of-a-person', 'no-clear-source'],
      reason: 'A book.',
    });
    for (const id of ['self-harm', 'armed-conflict']) {
      const stranger = decidePolicy(findings, { override: overriding(id), acknowledged: [] });
      expect(stranger).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'overridePolicy' });
    }
  });

  it('requires every review rule, by its own kind', () => {
    const asking = findPolicyRules({ ...harmless, title: 'How many troops and victims in the next war?' });
    const refused = decidePolicy(asking, noConsent);
    expect(refused).toMatchObject({
      code: 'POLICY_REVIEW',
      field: 'acknowledgePolicy',
      extra: { rules: 'armed-conflict,disaster', terms: 'war,victims' },
    });
    const half = decidePolicy(asking, { override: null, acknowledged });
    expect(half).toMatchObject({ code: 'POLICY_REVIEW', extra: { rules: 'disaster', terms: 'victims' } });
    const both = [...acknowledged, 'disaster'];
    const seen = { reviewed: both, overridden: [], reason: null };
    expect(decidePolicy(asking, { override: null, acknowledged: both })).toEqual(seen);
    for (const id of ['self-harm', 'insider', 'death-of-a-person']) {
      const stranger = decidePolicy(findings, { override: null, acknowledged: [id] });
      expect(stranger).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'acknowledgePolicy' });
    }
  });

  it('requires nothing twice, and accepts repetitions', () => {
    const before = new Set(findings.map(({ rule }) => rule.id));
    expect(isRefusal(decidePolicy(findings, noConsent, before))).toBe(false);
    const again = decidePolicy(findings, { override: overriding('no-clear-source'), acknowledged }, before);
    expect(again).toEqual({ reviewed: acknowledged, overridden: ['no-clear-source'], reason: 'A book.' });
  });
});
