import { describe, expect, it } from 'vitest';
import { errorCodes } from '../http/errors.js';
import { packageRoot } from '../package-root.js';
import { helpOf, loadDocuments, sectionsOf } from './served-docs.js';

describe('sections of help', () => {
  it('are split at headings, ignoring code', () => {
    const text =
      '# Guide\n\nHello *you*.\n\n## First, `look`!\n\n```bash\n# no heading\n```\nSee [there](x.md).\n\n## Empty\n';
    expect(sectionsOf('docs/guide.md', text)).toEqual([
      { document: 'docs/guide.md', title: 'Guide', anchor: 'guide', text: 'Hello you .', page: null },
      {
        document: 'docs/guide.md',
        title: 'Guide: First, look !',
        anchor: 'first-look',
        text: '# no heading See there.',
        page: null,
      },
    ]);
  });

  it('rank the reasons of a page after its rules', () => {
    const text = '# Guide\n\nHello.\n\n## Why\n\n### Rows\n\nThey are fast.\n\n## Bounds\n\nTen.\n';
    const weights = sectionsOf('docs/guide.md', text).map(({ title, weight }) => [title, weight]);
    expect(weights).toEqual([
      ['Guide', undefined],
      ['Guide: Rows', 0.35],
      ['Guide: Bounds', undefined],
    ]);
  });

  it('are those of the guides, the explanations and every error code', () => {
    const sections = helpOf(loadDocuments(packageRoot));
    const documents = new Set(sections.map(({ document }) => document));
    for (const path of ['docs/guides/first-agent.md', 'docs/engine.md', 'docs/quant.md', 'docs/errors.md'])
      expect(documents).toContain(path);
    expect(sections.filter(({ document }) => document === 'docs/errors.md')).toHaveLength(errorCodes.length);
    expect(sections.every(({ title, text }) => title !== '' && text !== '')).toBe(true);
  });
});
