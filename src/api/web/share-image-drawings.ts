import { cutToWidth, svgText, wrapText } from './share-image-text.js';

/** Images of 1200 × 630 pixels, the common size of link previews. */
const [width, height, margin] = [1200, 630, 72];
const inner = width - 2 * margin;
const quiet = '#565c6b';
/** The colours of outcomes in the light theme of the web app. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#c2b000', '#14161b'];

const logo = `<g transform="translate(${margin} 56)"><rect width="44" height="44" rx="11" fill="#4f46e5"/>
<path d="M9.600 29.600 17.900 20.600l5.800 5.200L34.400 13.800" fill="none" stroke="#fff" stroke-width="4.100" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="34.400" cy="13.800" r="3.600" fill="#fff"/></g>`;

function frame(note: string, content: readonly string[], foot: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter">
<rect width="${width}" height="${height}" fill="#f5f6f8"/><rect x="32" y="32" width="${width - 64}" height="${height - 64}" rx="24" fill="#fff"/>
${logo}${svgText(margin + 60, 89, 'Presage', { size: 32, weight: 600 })}
${svgText(width - margin, 88, note, { size: 24, fill: quiet, anchor: 'end' })}
${content.join('\n')}
${svgText(margin, height - 66, cutToWidth(foot, 24, inner), { size: 24, fill: quiet })}</svg>`;
}

interface TitleFit {
  /** From large to small; the largest size in which the whole title fits is used. */
  readonly sizes: readonly number[];
  readonly maxLines: number;
}

function titleLines(title: string, { sizes, maxLines }: TitleFit): string[] {
  const size = sizes.find(each => wrapText(title, each, inner, 20).length <= maxLines) ?? sizes[sizes.length - 1];
  const lines = wrapText(title, size, inner, maxLines);
  return lines.map((line, index) =>
    svgText(margin, 196 + index * Math.round(size * 1.22), line, { size, weight: 600 }),
  );
}

export interface PicturedOutcome {
  readonly index: number;
  readonly label: string;
  /** Formatted: 62%. */
  readonly percent: string;
  /** From 0 to 1. */
  readonly share: number;
}

export interface MarketPicture {
  readonly title: string;
  readonly category: string;
  readonly state: string;
  readonly isBinary: boolean;
  /** Leading outcomes first. */
  readonly outcomes: readonly PicturedOutcome[];
}

function bar(y: number, { index, share }: PicturedOutcome, from: number, to: number): string {
  const full = to - from;
  return `<rect x="${from}" y="${y}" width="${full}" height="14" rx="7" fill="#eceef2"/><rect x="${from}" y="${y}" width="${Math.max(8, Math.round(full * share))}" height="14" rx="7" fill="${colours[index % colours.length]}"/>`;
}

function binaryRows([first]: readonly PicturedOutcome[]): string[] {
  return [
    svgText(margin, 478, first.percent, { size: 128, weight: 600 }),
    svgText(width - margin, 440, cutToWidth(first.label, 40, 520), { size: 40, weight: 600, anchor: 'end' }),
    bar(462, first, 620, width - margin),
  ];
}

function outcomeRows(outcomes: readonly PicturedOutcome[]): string[] {
  return outcomes.flatMap((outcome, row) => {
    const y = 368 + row * 56;
    return [
      svgText(margin, y, cutToWidth(outcome.label, 30, 400), { size: 30 }),
      bar(y - 18, outcome, 500, 960),
      svgText(width - margin, y, outcome.percent, { size: 34, weight: 600, anchor: 'end' }),
    ];
  });
}

export function drawMarket({ title, category, state, isBinary, outcomes }: MarketPicture): string {
  const rows = isBinary ? binaryRows(outcomes) : outcomeRows(outcomes.slice(0, 3));
  return frame(
    category,
    [...titleLines(title, { sizes: isBinary ? [56, 48, 42] : [48, 42], maxLines: isBinary ? 3 : 2 }), ...rows],
    state,
  );
}

export interface PlayerPicture {
  readonly name: string;
  readonly kind: string;
  readonly model: string | null;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

export function drawPlayer({ name, kind, model, figures }: PlayerPicture): string {
  const step = Math.floor(inner / Math.max(1, figures.length));
  const shown = figures.flatMap(({ label, value }, index) => [
    svgText(margin + index * step, 420, label, { size: 26, fill: quiet }),
    svgText(margin + index * step, 496, value, { size: 64, weight: 600 }),
  ]);
  const note = model === null ? '' : svgText(margin, 256, cutToWidth(model, 30, inner), { size: 30, fill: quiet });
  return frame(
    kind,
    [...titleLines(name, { sizes: [64, 48], maxLines: 1 }), note, ...shown],
    'Scored from the public record',
  );
}

export function drawArena(): string {
  const lines = titleLines('People and AI agents forecast the same events.', { sizes: [68], maxLines: 2 });
  const about = svgText(margin, 370, 'One public track record. Play money only.', { size: 34, fill: quiet });
  return frame('An open forecasting arena', [...lines, about], 'Trade, forecast, and see who is right');
}
