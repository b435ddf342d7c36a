import { inflateSync } from 'node:zlib';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel. */
  readonly rgb: Uint8Array;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Reverses the filter of each line, as specified for PNG. */
function unfilter(raw: Buffer, stride: number, height: number, step: number): Uint8Array {
  const bytes = new Uint8Array(stride * height);
  for (let line = 0; line < height; line += 1) {
    const filter = raw[line * (stride + 1)];
    for (let at = 0; at < stride; at += 1) {
      const here = line * stride + at;
      const left = at >= step ? bytes[here - step] : 0;
      const up = line > 0 ? bytes[here - stride] : 0;
      const corner = at >= step && line > 0 ? bytes[here - stride - step] : 0;
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      bytes[here] = raw[line * (stride + 1) + 1 + at] + added;
    }
  }
  return bytes;
}

/** Decodes an eight-bit colour PNG, as browsers encode screenshots. */
function readPng(file: Buffer): Pixels {
  const [width, height, depth, kind] = [file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]];
  if (depth !== 8 || (kind !== 2 && kind !== 6)) throw new Error(`can't read a PNG of depth ${depth} and kind ${kind}`);
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const step = kind === 6 ? 4 : 3;
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * step, height, step);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) rgb[pixel * 3 + colour] = bytes[pixel * step + colour];
  }
  return { width, height, rgb };
}

const blockSize = 8;

/** Mean colours of blocks: edges of letters differ between machines, blocks of pixels hardly do. */
function blocksOf({ width, height, rgb }: Pixels): number[] {
  const means: number[] = [];
  for (let top = 0; top + blockSize <= height; top += blockSize) {
    for (let left = 0; left + blockSize <= width; left += blockSize) {
      for (let colour = 0; colour < 3; colour += 1) {
        let sum = 0;
        for (let y = top; y < top + blockSize; y += 1)
          for (let x = left; x < left + blockSize; x += 1) sum += rgb[(y * width + x) * 3 + colour];
        means.push(sum / blockSize ** 2);
      }
    }
  }
  return means;
}

/** Returns the share of different blocks: those that differ by more than 24 of 255 in one colour. */
export function differenceOf(one: Buffer, other: Buffer): number {
  const [first, second] = [readPng(one), readPng(other)];
  if (first.width !== second.width || first.height !== second.height) return 1;
  const [a, b] = [blocksOf(first), blocksOf(second)];
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    if ([0, 1, 2].some(colour => Math.abs(a[at + colour] - b[at + colour]) > 24)) different += 1;
  }
  return different / (a.length / 3);
}
