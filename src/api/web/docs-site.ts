import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the documentation, rendered when the web app was built. */
export interface DocsPage {
  readonly path: string;
  /** The source Markdown file; null for generated pages. */
  readonly source: string | null;
  readonly title: string;
  readonly description: string;
  /** HTML of the body. */
  readonly body: string;
  /** Null for pages without a Markdown version. */
  readonly markdown: string | null;
}

export interface DocsSite {
  /** The page template, with its markers. */
  readonly template: string;
  readonly pages: readonly DocsPage[];
  /** The API reference as Markdown. Its page is not built: it shows the contract in the browser. */
  readonly reference: string;
}

/** Returns null if the documentation was not built, as in API tests. */
export function loadDocsSite(folder: string): DocsSite | null {
  const [template, pages] = [join(folder, 'docs', 'page.html'), join(folder, 'docs.json')];
  if (!existsSync(template) || !existsSync(pages)) return null;
  const built = JSON.parse(readFileSync(pages, 'utf8')) as Omit<DocsSite, 'template'>;
  return { template: readFileSync(template, 'utf8'), pages: built.pages, reference: built.reference };
}
