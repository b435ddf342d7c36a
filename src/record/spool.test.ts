import { describe, expect, it } from 'vitest';
import { Spool } from './record-exports.js';

async function readAll(spool: Spool): Promise<string> {
  const parts: Buffer[] = [];
  await spool.read(async bytes => {
    parts.push(bytes);
  });
  return Buffer.concat(parts).toString('utf8');
}

describe('a spool', () => {
  it('gives every reader the whole text, even late and slow ones', async () => {
    const spool = await Spool.open();
    const pieces = Array.from({ length: 50 }, (_, index) => `${index} é ${'x'.repeat(index * 100)}\n`);
    let slow: Promise<string> | null = null;
    let late: Promise<string> | null = null;
    const filling = spool.fill(async write => {
      for (const [index, piece] of pieces.entries()) {
        await write(piece);
        if (index === 0) slow = readAll(spool);
        if (index === 30) late = readAll(spool);
      }
    });
    const early = readAll(spool);
    await filling;
    expect(await Promise.all([early, slow, late])).toEqual(Array(3).fill(pieces.join('')));
    expect(spool.closed).toBe(true);
  });

  it('propagates a failure to its readers', async () => {
    const spool = await Spool.open();
    const reading = readAll(spool);
    const filling = spool.fill(async write => {
      await write('a beginning');
      throw new Error('broken off');
    });
    await expect(filling).rejects.toThrow('broken off');
    await expect(reading).rejects.toThrow('broken off');
    expect(spool.closed).toBe(true);
  });

  it('is released when its readers leave', async () => {
    const spool = await Spool.open();
    const leaving = spool.read(async () => {
      throw new Error('left');
    });
    await spool.fill(write => write('text'));
    await expect(leaving).rejects.toThrow('left');
    expect(spool.closed).toBe(true);
  });
});
