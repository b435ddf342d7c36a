/** A small line chart as SVG, for the images of the documentation. */

interface Line {
  readonly points: readonly (readonly [number, number])[];
  readonly colour: string;
  readonly label: string;
}

interface Chart {
  readonly title: string;
  readonly across: {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly ticks: readonly number[];
  };
  readonly up: { readonly name: string; readonly from: number; readonly to: number; readonly ticks: readonly number[] };
  readonly lines: readonly Line[];
  readonly notes: readonly { readonly at: readonly [number, number]; readonly text: string }[];
}

const width = 760;
const height = 400;
const margin = { left: 70, right: 24, top: 44, bottom: 56 };

/** One decimal is finer than a pixel and the same on every machine. */
function round(value: number): string {
  return value.toFixed(1);
}

export function drawChart({ title, across, up, lines, notes }: Chart): string {
  const x = (value: number) =>
    margin.left + ((value - across.from) / (across.to - across.from)) * (width - margin.left - margin.right);
  const y = (value: number) =>
    height - margin.bottom - ((value - up.from) / (up.to - up.from)) * (height - margin.top - margin.bottom);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"`,
    '  font-family="system-ui, sans-serif" font-size="13" fill="#334155">',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${margin.left}" y="24" font-size="15" font-weight="600">${title}</text>`,
  ];
  for (const tick of across.ticks) {
    const at = round(x(tick));
    parts.push(`<path d="M${at} ${margin.top}V${height - margin.bottom}" stroke="#e2e8f0"/>`);
    parts.push(`<text x="${at}" y="${height - margin.bottom + 18}" text-anchor="middle">${tick}</text>`);
  }
  for (const tick of up.ticks) {
    const at = round(y(tick));
    parts.push(`<path d="M${margin.left} ${at}H${width - margin.right}" stroke="#e2e8f0"/>`);
    parts.push(`<text x="${margin.left - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${tick}</text>`);
  }
  parts.push(`<text x="${width / 2}" y="${height - 14}" text-anchor="middle">${across.name}</text>`);
  parts.push(`<text transform="translate(18 ${height / 2}) rotate(-90)" text-anchor="middle">${up.name}</text>`);
  for (const [index, { points, colour, label }] of lines.entries()) {
    const path = points.map(([a, b], at) => `${at === 0 ? 'M' : 'L'}${round(x(a))} ${round(y(b))}`).join('');
    parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    const top = margin.top + 18 + index * 20;
    parts.push(`<path d="M${margin.left + 12} ${top - 4}h22" stroke="${colour}" stroke-width="3"/>`);
    parts.push(`<text x="${margin.left + 42}" y="${top}">${label}</text>`);
  }
  for (const [index, { at, text }] of notes.entries()) {
    parts.push(`<circle cx="${round(x(at[0]))}" cy="${round(y(at[1]))}" r="4" fill="#0f172a"/>`);
    // Alternately above and below, and inwards at the right edge, so that adjacent labels do not overlap.
    const lift = index % 2 === 0 ? 20 : -12;
    const inward = x(at[0]) > width * 0.8;
    const where = `x="${round(x(at[0]))}" y="${round(y(at[1]) + lift)}"`;
    parts.push(`<text ${where}${inward ? ' text-anchor="end"' : ''}>${text}</text>`);
  }
  return `${[...parts, '</svg>'].join('\n')}\n`;
}
