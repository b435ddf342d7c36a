import { describe, expect, it } from 'vitest';
import { findPolicyRules } from '../../events/rules/policy.js';
import { slugProblem } from '../../events/rules/slugs.js';
import { seededSource } from '../../kernel/random-source.js';
import { dayMs } from '../../kernel/time.js';
import { houseNotice, housePlayers } from './house.js';
import { evidencePath, historyDays, planEvents, timeSteps } from './plan.js';

const now = Date.parse('2026-03-17T12:34:56.789Z');
const planned = planEvents('a seed', now);
const isOpen = ({ command }: (typeof planned)[number]) => command.endsAt > now && (command.opensAt ?? 0) <= now;
const decided = planned.filter(({ actions }) => actions.some(({ verb }) => verb === 'resolve'));

describe('the plan of the demo arena', () => {
  it('has enough events of every kind', () => {
    expect(planned.filter(isOpen).length).toBeGreaterThanOrEqual(24);
    expect(decided.length).toBeGreaterThanOrEqual(40);
    expect(new Set(planned.map(({ command }) => command.category)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(planned.map(({ command }) => command.outcomes.length))).toEqual(new Set([2, 3, 4, 5, 6, 8]));
    const verbs = planned.flatMap(({ actions }) => actions.map(({ verb }) => verb));
    expect(verbs.filter(verb => verb === 'void').length).toBeGreaterThanOrEqual(2);
    expect(verbs.filter(verb => verb === 'correct')).toHaveLength(1);
    const splits = decided.filter(({ actions }) => 'command' in actions[0] && 'payoutBps' in actions[0].command.answer);
    expect(splits.length).toBeGreaterThanOrEqual(2);
  });

  it('follows the market policy', () => {
    for (const { command } of planned) expect(findPolicyRules(command), command.slug).toEqual([]);
  });

  it('is marked as a demo everywhere', () => {
    for (const { command, actions } of planned) {
      expect(command.demo).toBe(true);
      expect(command.description).toMatch(/^Demonstration event with an invented outcome/);
      for (const action of actions) {
        if ('command' in action) expect(`${action.command.source} ${action.command.note}`).toMatch(/demonstration/i);
      }
    }
    expect(houseNotice).toContain('demonstration');
    expect(housePlayers.length).toBeGreaterThanOrEqual(12);
    for (const { name, model } of housePlayers) expect(`${name} ${model}`).toMatch(/^House .* house-rules\//);
  });

  it('has complete texts, valid slugs and existing sources', () => {
    for (const { command } of planned) {
      const { slug, title, outcomes, description, resolutionSource } = command;
      expect(slugProblem(slug, new Set()), slug).toBeNull();
      expect([title, description, ...outcomes].join(' '), slug).not.toMatch(/[{}]/);
      expect(title.length, slug).toBeLessThanOrEqual(200);
      expect(resolutionSource.url, slug).toMatch(/^https:\/\/[a-z0-9.-]+(\/[A-Za-z0-9/-]+)?$/);
      expect(resolutionSource.rule.length, slug).toBeGreaterThan(20);
    }
    expect(new Set(planned.map(({ command }) => command.slug)).size).toBe(planned.length);
  });

  it('is centred on the time of seeding', () => {
    for (const { command, createAt, actions } of planned) {
      expect(createAt).toBeGreaterThan(now - historyDays * dayMs);
      expect(createAt).toBeLessThan(now);
      expect(command.endsAt).toBeGreaterThan(createAt + dayMs);
      for (const { at } of actions) expect(at).toBeLessThanOrEqual(now);
    }
    const year = dayMs * 365;
    const later = planEvents('a seed', now + year);
    expect(later.map(({ createAt }) => createAt - year)).toEqual(planned.map(({ createAt }) => createAt));
    expect(later[0].command.title).not.toBe(planned[0].command.title);
  });

  it('is the same for the same seed and differs for another', () => {
    expect(planEvents('a seed', now)).toEqual(planned);
    expect(planEvents('another', now)).not.toEqual(planned);
  });
});

describe('the evidence of house players', () => {
  it('grows towards the outcome, and is calibrated', () => {
    const steps = timeSteps(now, seededSource('steps'));
    expect(steps.length).toBeLessThan(500);
    expect(steps.every(({ at }, index) => index === 0 || at > steps[index - 1].at)).toBe(true);
    expect(steps.at(-1)?.at).toBeLessThan(now);
    const right = decided.filter(event => {
      const last = evidencePath('a seed', event, steps).at(-1) as number[];
      const logits = last.map((value, index) => value + Math.log(event.prior[index]));
      return logits.indexOf(Math.max(...logits)) === event.winner;
    });
    expect(right.length / decided.length).toBeGreaterThan(0.8);
  });
});
