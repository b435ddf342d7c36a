import { describe, expect, it } from 'vitest';
import { seededSource } from '../../kernel/random-source.js';
import { housePlayers, knows } from './house.js';
import { planEvents, planForecasts, timeSteps } from './plan.js';

const now = Date.parse('2026-03-17T12:34:56.789Z');
const steps = timeSteps(now, seededSource('steps'));
const plans = planEvents('a seed', now).map(event => {
  const openSteps = [...steps.keys()].filter(index => {
    const { at } = steps[index];
    return at > event.createAt && at < event.command.endsAt;
  });
  return { event, openSteps, plan: planForecasts('a seed', event, housePlayers, openSteps) };
});
const looks = plans.flatMap(({ event, openSteps, plan }) =>
  [...plan].flatMap(([step, planned]) =>
    planned.map(one => ({ ...one, slug: event.command.slug, part: openSteps.indexOf(step) / openSteps.length })),
  ),
);

describe('the forecasts of house players', () => {
  it('come from at least six of them per event, each active in its category', () => {
    for (const { event, plan } of plans) {
      const names = new Set([...plan.values()].flat().map(({ player }) => player));
      expect(names.size, event.command.slug).toBeGreaterThanOrEqual(6);
      for (const { name, ...player } of housePlayers) {
        if (names.has(name)) expect(knows({ name, ...player }, event.command.category)).toBe(true);
      }
    }
  });

  it('are within the open time of the event', () => {
    expect(looks.every(({ part }) => part >= 0)).toBe(true);
  });

  it('are early and late, changed up to four times, and sometimes withdrawn', () => {
    const byPair = new Map<string, typeof looks>();
    for (const look of looks) {
      const key = `${look.player} ${look.slug}`;
      byPair.set(key, [...(byPair.get(key) ?? []), look]);
    }
    const pairs = [...byPair.values()];
    const records = pairs.map(pair => pair.filter(({ kind }) => kind === 'record'));
    expect(new Set(records.map(pair => pair.length))).toEqual(new Set([1, 2, 3, 4, 5]));
    const first = records.map(pair => Math.min(...pair.map(({ part }) => part)));
    expect(first.filter(part => part < 0.3).length).toBeGreaterThan(pairs.length / 2);
    expect(first.filter(part => part > 0.7).length).toBeGreaterThan(pairs.length / 20);
    const withdrawn = pairs.filter(pair => pair.some(({ kind }) => kind === 'withdraw'));
    expect(withdrawn.length).toBeGreaterThan(plans.length / 3);
    expect(withdrawn.length).toBeLessThan(plans.length * 2);
  });

  it('are the same for the same seed, and none where an event is never open', () => {
    const { event, openSteps, plan } = plans[0];
    expect(planForecasts('a seed', event, housePlayers, openSteps)).toEqual(plan);
    expect(planForecasts('another', event, housePlayers, openSteps)).not.toEqual(plan);
    expect(planForecasts('a seed', event, housePlayers, [])).toEqual(new Map());
  });
});
