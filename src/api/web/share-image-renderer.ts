import { createRequire } from 'node:module';
import { hourMs } from '../../domain/durations.js';
import { ApiError } from '../../http/errors.js';
import { CachedLoads } from '../../operations/cache/cached-loads.js';
import { Semaphore } from '../../operations/cache/semaphore.js';

const { resolve } = createRequire(import.meta.url);
const fonts = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'];

/** Images are about 40 KB. */
const maxPictures = 200;
const maxWaiting = 30;

function overloaded(): ApiError {
  return new ApiError('OVERLOADED', 'too many pictures are being drawn', { headers: { 'retry-after': '5' } });
}

/** Renders drawings to PNG files, each once. The library renders in a separate thread, one image at a time. */
export class PictureRenderer {
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
