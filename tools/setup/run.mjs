import { compiled, prepare, SetupError } from './steps.mjs';

/** Development tools need the development packages; the service, the command and the examples do not. */
export async function runFile(path, args) {
  try {
    await prepare({ withDev: !/^(src|cli|examples)\//.test(path) });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`presage: ${error.message}`);
    process.exit(1);
  }
  process.argv = [process.argv[0], path, ...args];
  await import(compiled(path));
}
