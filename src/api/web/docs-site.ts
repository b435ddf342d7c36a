import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the documentation, rendered when the web app was built. */
export interface DocsPage {
  readonly path: string;
  /** Markdown file that it was made from; null for generated pages. */
  readonly source: string | null;
  readonly title: string;
  readonly description: string;
  /** HTML of the body. */
  readonly body: string;
  /** Null for pages without a Markdown twin. */
  readonly markdown: string | null;
}

export interface DocsSite {
  /** The page around each body, with its markers. */
  readonly template: string;
  readonly pages: readonly DocsPage[];
}

/** Returns null where the documentation was not built, as in tests of the API. */
export function loadDocsSite(folder: string): DocsSite | null {
  const [template, pages] = [join(folder, 'docs', 'page.html'), join(folder, 'docs.json')];
  if (!existsSync(template) || !existsSync(pages)) return null;
  const built = JSON.parse(readFileSync(pages, 'utf8')) as { readonly pages: readonly DocsPage[] };
  return { template: readFileSync(template, 'utf8'), pages: built.pages };
}
