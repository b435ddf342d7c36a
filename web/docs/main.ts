import './docs.css';
import { addCopyButtons } from './copy';
import { openScoreExplorers } from './score-explorer';
import { startSearch } from './search';
import { addTabs } from './tabs';
import { addThemeToggle } from './theme-toggle';
import { followContents } from './toc';

/** The API reference was at /docs, and its sections had these anchors. */
if (location.pathname === '/docs' && /^#(tag|description|model|models|webhook|auth)(\/|$)/.test(location.hash)) {
  location.replace(`/docs/api${location.hash}`);
}

addThemeToggle();
addTabs();
addCopyButtons();
followContents();
startSearch();
openScoreExplorers();
