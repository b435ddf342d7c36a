import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makerKitOf } from './kits.js';
import { judgeReadiness, rankScoreOf, ruleWeights } from './readiness.js';

const text = readFileSync(fileURLToPath(new URL('../../../docs/market-requests.md', import.meta.url)), 'utf8');
const rows = text
  .split('\n')
  .filter(line => line.startsWith('|'))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
const shownValue = (name: string) => rows.find(([head]) => head === name)?.at(-1);

const request = {
  question: 'Will it rain at Heathrow on 1 May 2027?',
  category: 'weather',
  outcomes: ['Yes', 'No'],
  endsAt: Date.parse('2027-05-01T00:00:00Z'),
  sourceName: 'Met Office',
  sourceUrl: 'https://www.metoffice.gov.uk',
  observationRule: 'Yes if the Met Office reports at least 0.2 mm at Heathrow.',
  demandEvidence: null,
  suggestedYes: 450_000,
  firstLimitOrderIntent: true,
};

describe('docs/market-requests.md', () => {
  it('has the rules with their weights', () => {
    const documented = rows.filter(
      ([name]) => /^`[a-z-]+`$/.test(name) && Object.hasOwn(ruleWeights, name.slice(1, -1)),
    );
    expect(documented.map(([name, weight]) => [name.slice(1, -1), Number(weight)])).toEqual(
      Object.entries(ruleWeights),
    );
  });

  it('has the numbers of its worked example', () => {
    const { score } = judgeReadiness(request, [], Date.parse('2027-03-01T00:00:00Z'));
    expect(text).toContain(`earns ${score} points`);
    const kit = makerKitOf(request, 3, []);
    expect(shownValue('rankScore')).toBe(rankScoreOf(score, 3).toFixed(4));
    expect(shownValue('priorBps')).toBe(kit.priorBps.join(', '));
    expect(shownValue('liquidityCredits')).toBe(String(kit.liquidityCredits));
    expect(shownValue('fundingCredits')).toBe(String(kit.fundingCredits));
    expect(shownValue('worstCaseCredits')).toBe(String(kit.worstCaseCredits));
    const ladder = kit.ladder.map(({ outcomeIndex, limitPriceBps, amountCredits }) => {
      const label = request.outcomes[outcomeIndex];
      return [
        label,
        String(Math.round(kit.priorBps[outcomeIndex] * 0.04)),
        String(limitPriceBps),
        String(amountCredits),
      ];
    });
    expect(rows.filter(([label]) => request.outcomes.includes(label))).toEqual(ladder);
  });
});
