import { describe, expect, it } from 'vitest';
import { isRefusal } from '../orders/refusal.js';
import { wordSequence } from '../search/words.js';
import { decidePolicy, findPolicyRules, type PolicyTexts } from './policy.js';
import { policyRules } from './policy-rules.js';

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
  it('has rules with ids of their own and terms that can be met', () => {
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
    ['private-person', { title: 'Will my neighbour sell the house?' }],
    ['illegal-content', { title: 'When will the stolen data be sold?' }],
    ['creator-controls-it', { title: 'Will I finish the marathon?' }],
    ['creator-controls-it', { title: 'Will this market resolve Yes?' }],
    ['no-clear-source', { resolutionSource: { name: 'TBD', rule: 'As we see fit.' } }],
    ['no-clear-source', { resolutionSource: { name: 'The creator', rule: 'I will decide.' } }],
  ])('refuses by %s', (id, texts) => {
    expect(met(texts)).toContain(id);
    const decision = decidePolicy(findPolicyRules({ ...harmless, ...texts }), null);
    expect(decision).toMatchObject({ refused: true, code: 'POLICY_EXCLUDED', extra: { rule: id } });
  });

  it.each([
    [harmless],
    [{ title: 'How many deaths from influenza will the weekly report count?' }],
    [{ title: 'Will chip makers ship smaller dies this year?' }],
    [{ title: 'Will “Only Murders in the Building” be renewed?' }],
    [{ title: 'Will I-95 reopen in May?' }],
    [{ description: 'Deaf-ness. The end of one text', category: 'of another' }],
  ])('lets pass what only looks like it', texts => {
    expect(met(texts)).toEqual([]);
  });
});

describe('overriding the policy', () => {
  const findings = findPolicyRules({
    ...harmless,
    title: 'Will the death of the author be proclaimed, or a ceasefire?',
    resolutionSource: { name: 'Rumours', rule: 'None.' },
  });

  it('takes every rule that refuses, and no other', () => {
    expect(findings.map(({ rule }) => rule.id)).toEqual(['death-of-a-person', 'no-clear-source', 'armed-conflict']);
    const one = decidePolicy(findings, { rules: ['death-of-a-person'], reason: 'A book.' });
    expect(isRefusal(one) && one.extra).toMatchObject({ rule: 'no-clear-source' });
    expect(decidePolicy(findings, { rules: ['death-of-a-person', 'no-clear-source'], reason: 'A book.' })).toEqual({
      reviewed: ['armed-conflict'],
      overridden: ['death-of-a-person', 'no-clear-source'],
      reason: 'A book.',
    });
    const stranger = decidePolicy(findings, { rules: ['self-harm'], reason: 'To be sure.' });
    expect(stranger).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'overridePolicy' });
  });
});
