import { unknown } from '../../format/numbers';

/** 1.42 ms, 350 µs, 2.1 s. */
export function milliseconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return unknown;
  if (value < 1) return `${Math.round(value * 1000)} µs`;
  return value < 1000 ? `${value.toFixed(value < 10 ? 2 : 0)} ms` : `${(value / 1000).toFixed(1)} s`;
}

/** Rounds down: 99.99%, and 100% only without a failure. */
export function uptimeText(share: number | null): string {
  if (share === null) return unknown;
  return share === 1 ? '100%' : `${(Math.floor(share * 10_000) / 100).toFixed(2)}%`;
}

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${(value / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
