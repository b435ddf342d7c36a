// node tools/run.cjs path/to/file.ts [arguments]: installs and builds what is missing, then runs that file.
require('./node-version.cjs');
import('./setup/run.mjs').then(setup => setup.runFile(process.argv[2], process.argv.slice(3)));
