import { escapeHtml } from '../../http/response/escape-html.js';

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
export function cutToWidth(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let cut = [...text];
  while (cut.length > 0 && textWidth(`${cut.join('')}…`, size) > width) cut = cut.slice(0, -1);
  const kept = cut.join('');
  // Breaks between words, unless that loses half of the line.
  const space = kept.lastIndexOf(' ');
  return `${(space > kept.length / 2 ? kept.slice(0, space) : kept).replace(/[\s,;:]+$/, '')}…`;
}

/** Wraps a text to a width and truncates the last line. */
export function wrapText(text: string, size: number, width: number, maxLines: number): string[] {
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

export function svgText(x: number, y: number, text: string, style: TextStyle): string {
  const { size, weight = 400, fill = '#14161b', anchor = 'start' } = style;
  const safe = escapeHtml(text.toWellFormed().replace(controls, ' '));
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${safe}</text>`;
}
