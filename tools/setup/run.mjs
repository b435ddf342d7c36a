import { compiled, compiledService, prepare, SetupError } from './steps.mjs';

/** A rejection or an unreachable arena: the message contains the remediation, and a stack trace would not help. */
const expected = new Set(['PresageError', 'NoAnswer', 'UnknownOutcome']);

async function runExample(path) {
  try {
    await import(compiled(path));
  } catch (error) {
    if (!expected.has(error?.name)) throw error;
    const { refusalFailure } = await import(compiled('cli/output/refusal.ts'));
    console.error(`presage: ${error.code ? refusalFailure(error).message : error.message}`);
    process.exitCode = 1;
  }
}

/** The service serves the web app, which these tools open. */
const withWeb = /^(src\/server\/main|tools\/web\/screenshots|tools\/testing\/run-tests)\.ts$/;

/** Development tools need the development packages; the service, the command and the examples do not. */
export async function runFile(path, args) {
  try {
    await prepare({ withDev: !/^(src|cli|examples)\//.test(path), withWeb: withWeb.test(path) });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`presage: ${error.message}`);
    process.exit(1);
  }
  process.argv = [process.argv[0], path, ...args];
  if (path.startsWith('examples/')) await runExample(path);
  else await import(path === 'src/main.ts' ? compiledService() : compiled(path));
}
