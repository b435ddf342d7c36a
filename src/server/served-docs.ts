import { createPlainPages } from '../api/service/pages.js';
import { createDocsPages } from '../api/web/docs-pages.js';
import { loadDocsSite } from '../api/web/docs-site.js';
import { HelpIndex, type HelpSection } from '../domain/search/help-index.js';
import type { Route } from '../http/route.js';
import type { ProjectDocument } from '../http/services.js';
import { documentsOf, loadDocuments } from './documents.js';
import { helpOf, helpOfSite } from './help-sections.js';
import { packageRoot } from './package-root.js';

/** The documentation in all its forms: pages, documents for programs, and the search index. */
export interface ServedDocs {
  readonly routes: readonly Route[];
  readonly documents: readonly ProjectDocument[];
  /** Built by the first search, so that the start does not wait for it. */
  readonly help: HelpIndex;
}

function withHelp(docs: Omit<ServedDocs, 'help'>, sections: () => HelpSection[]): ServedDocs {
  let index: HelpIndex | undefined;
  return {
    ...docs,
    get help() {
      index ??= new HelpIndex(sections());
      return index;
    },
  };
}

/**
 * Loads the built documentation. Without it, documents come from the project's folder and only a few pages are served.
 */
export function loadDocs(webFolder: string | undefined): ServedDocs {
  const site = webFolder === undefined ? null : loadDocsSite(webFolder);
  if (site) {
    return withHelp({ routes: createDocsPages(site), documents: documentsOf(site) }, () => helpOfSite(site));
  }
  const documents = loadDocuments(packageRoot);
  return withHelp({ routes: createPlainPages(), documents }, () => helpOf(documents));
}
