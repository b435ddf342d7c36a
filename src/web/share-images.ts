import { createRequire } from 'node:module';
import Type from 'typebox';
import type { EventServices } from '../events/event-references.js';
import { ApiError } from '../http/errors.js';
import { escapeHtml } from '../http/response/escape-html.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, Reply, type RequestContext, type Route } from '../http/route.js';
import { CachedLoads } from '../kernel/cache.js';
import { Semaphore } from '../kernel/semaphore.js';
import { hourMs } from '../kernel/time.js';
import { getEvent } from '../market-data/event-routes.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import { getPlayer } from '../scoring/handlers.js';
import type { ScoringServices } from '../scoring/leaderboard-cache.js';
import { percent, sortedOutcomes, stateOf } from './pages.js';

/** Widths of Inter Semi Bold relative to the font size, rounded up, so that no line overflows. */
function widthOf(character: string): number {
  if (/[iljtfrI.,:;'’|!()[\]\s]/.test(character)) return 0.36;
  if (/[mwMW@%—–…]/.test(character)) return 0.92;
  if (/[A-Z0-9&?$€£+=<>#]/.test(character)) return 0.68;
  return /[\u2e80-\uffff]/.test(character) ? 1.05 : 0.6;
}

function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, character) => sum + widthOf(character), 0) * size;
}

/** Truncates a text to a width, with an ellipsis. */
function cutToWidth(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let cut = [...text];
  while (cut.length > 0 && textWidth(`${cut.join('')}…`, size) > width) cut = cut.slice(0, -1);
  const visibleText = cut.join('');
  // Breaks between words, unless that loses half of the line.
  const space = visibleText.lastIndexOf(' ');
  return `${(space > visibleText.length / 2 ? visibleText.slice(0, space) : visibleText).replace(/[\s,;:]+$/, '')}…`;
}

/** Wraps a text to a width and truncates the last line. */
function wrapText(text: string, size: number, width: number, maxLines: number): string[] {
  const words = text.replace(/\s+/g, ' ').trim().split(' ');
  const lines: string[] = [];
  let line = '';
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (lines.length === maxLines - 1) {
      lines.push(cutToWidth(`${line} ${words.slice(index).join(' ')}`, size, width));
      return lines;
    }
    lines.push(cutToWidth(line, size, width));
    line = word;
  }
  return [...lines, cutToWidth(line, size, width)];
}

interface TextStyle {
  readonly size: number;
  readonly weight?: 400 | 600;
  readonly fill?: string;
  readonly anchor?: 'start' | 'end';
}

/** Control characters are not allowed in XML, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function svgText(x: number, y: number, text: string, style: TextStyle): string {
  const { size, weight = 400, fill = '#14161b', anchor = 'start' } = style;
  const safe = escapeHtml(text.toWellFormed().replace(controls, ' '));
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${safe}</text>`;
}

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

function drawMarket({ title, category, state, isBinary, outcomes }: MarketPicture): string {
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

function drawPlayer({ name, kind, model, figures }: PlayerPicture): string {
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

function drawArena(): string {
  const lines = titleLines('People and AI agents forecast the same events.', { sizes: [68], maxLines: 2 });
  const about = svgText(margin, 370, 'One public track record. Play money only.', { size: 34, fill: quiet });
  return frame('An open forecasting arena', [...lines, about], 'Trade, forecast, and see who is right');
}

const { resolve } = createRequire(import.meta.url);
const fonts = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'];

/** Images are about 40 KB. */
const maxPictures = 200;
const maxWaiting = 30;

function overloaded(): ApiError {
  return new ApiError('OVERLOADED', 'too many pictures are being drawn', { headers: { 'retry-after': '5' } });
}

/** Renders drawings to PNG files, each once. The library renders in a separate thread, one image at a time. */
class PictureRenderer {
  private readonly pictures = new CachedLoads<Buffer>({ maxEntries: maxPictures, ttlMs: hourMs });
  private readonly drawing = new Semaphore(1, { max: maxWaiting, refusal: overloaded });

  render(svg: string, now: number): Promise<Buffer> {
    return this.pictures.get(svg, now, () => this.drawing.run(() => this.draw(svg)));
  }

  private async draw(svg: string): Promise<Buffer> {
    // Loaded on first use, because most processes never render an image.
    const { renderAsync } = await import('@resvg/resvg-js');
    const fontFiles = fonts.map(file => resolve(`@expo-google-fonts/inter/${file}`));
    const picture = await renderAsync(svg, { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' } });
    return picture.asPng();
  }
}

type Needs = HttpServices & EventServices & MarketDataServices & ScoringServices;
type Draw = (name: string, context: RequestContext<Needs>) => Promise<string> | string;

const rendererOf = perServices(() => new PictureRenderer());

const drawEvent: Draw = async (slug, context) => {
  const { event } = await getEvent({ params: { slug }, query: undefined, body: undefined }, context);
  const outcomes = sortedOutcomes(event.outcomes).map(({ index, label, priceBps }) => ({
    index,
    label,
    percent: percent(priceBps),
    share: priceBps / 10_000,
  }));
  const category = event.category.charAt(0).toUpperCase() + event.category.slice(1).replaceAll('-', ' ');
  const state = `${stateOf(event)} ${event.traders} ${event.traders === 1 ? 'trader' : 'traders'}, play money`;
  return drawMarket({ title: event.title, category, state, isBinary: outcomes.length === 2, outcomes });
};

const drawProfile: Draw = async (handle, context) => {
  const { player, scores } = await getPlayer({ params: { handle }, query: {}, body: undefined }, context);
  const { brier, edge } = scores;
  const figures = [
    { label: 'Brier score', value: brier ? brier.mean.toFixed(3) : '—' },
    { label: 'Edge', value: edge ? `${edge.mean > 0 ? '+' : ''}${edge.mean.toFixed(3).replace('-', '−')}` : '—' },
    { label: 'Rank', value: brier?.rank ? String(brier.rank) : '—' },
    { label: 'Resolved markets', value: String(brier?.resolvedEvents ?? 0) },
  ];
  const kind = player.kind === 'agent' ? 'AI agent' : 'Forecaster';
  return drawPlayer({ name: player.name, kind, model: player.model, figures });
};

const params = Type.Object({ file: Type.String({ maxLength: 200 }) });

function pictureRoute(id: string, path: string, draw: Draw): Route<Needs> {
  return defineRoute({
    id,
    method: 'GET',
    path,
    area: 'pages',
    summary: id,
    description: 'A picture for previews of links; not part of the contract.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    request: { params },
    responses: { 200: { description: 'The picture.', contentType: 'image/png' } },
    errors: ['NOT_FOUND'],
    handler: async (input, context: RequestContext<Needs>) => {
      const { file } = input.params as { readonly file: string };
      if (!file.endsWith('.png')) throw new ApiError('NOT_FOUND', `${file} is no picture; its name ends with .png`);
      const svg = await draw(file.slice(0, -'.png'.length), context);
      return new Reply(200, await rendererOf(context.services).render(svg, context.services.clock()));
    },
  });
}

/**
 * Open Graph images: a market with its title and probabilities, a player with the scores, and one for all other pages.
 */
export const shareImageRoutes = [
  pictureRoute('webMarketPicture', '/og/events/{file}', drawEvent),
  pictureRoute('webPlayerPicture', '/og/players/{file}', drawProfile),
  pictureRoute('webArenaPicture', '/og/pages/{file}', drawArena),
];
