// Plain JavaScript, because the types of highlight.js bring in those of browsers, which the rest of the project must not see.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

for (const [name, language] of Object.entries({ bash, http, json, python, sql, typescript, xml })) {
  highlighter.registerLanguage(name, language);
}

export function highlightCode(text, language) {
  return highlighter.getLanguage(language) ? highlighter.highlight(text, { language }).value : null;
}
