#!/usr/bin/env node
// The presage command: installs and builds what is missing, then runs cli/presage.ts. Its set-up output goes to
// standard error, so that --json has standard output to itself.
require('./node-version.cjs');
import('./setup/steps.mjs')
  .then(async ({ compiledCommand, prepare }) => {
    await prepare({ say: line => console.error(`presage: ${line}`) });
    await import(compiledCommand());
  })
  .catch(error => {
    console.error(`presage: ${error.message}`);
    process.exitCode = 1;
  });
