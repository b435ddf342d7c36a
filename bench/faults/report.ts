import type { Scenario, Verdict } from './scenario.js';

/** One row per scenario, one column per figure that any of them has. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map(row => row[column].length)));
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const columns = ['faults', 'orders/s', 'requests', 'acknowledged', 'refused', 'unknown done/not', 'slowest s'] as const;
const more = ['recovery s', 'lost s', 'takeover s'] as const;

export function report(results: readonly { readonly scenario: Scenario; readonly verdict: Verdict }[]): string {
  const names = [...columns, ...more];
  const rows = results.map(({ scenario, verdict }) => [
    scenario.name,
    ...names.map(name => String(verdict.figures[name] ?? '–')),
    verdict.violations.length === 0 ? 'pass' : `${verdict.violations.length} violations`,
  ]);
  const lines = [table([['scenario', ...names, 'result'], ...rows])];
  for (const { scenario, verdict } of results) {
    for (const violation of verdict.violations) lines.push(`${scenario.name}: ${violation}`);
  }
  return lines.join('\n');
}
