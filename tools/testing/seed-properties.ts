import fc from 'fast-check';

/**
 * Property tests use the same seed on every run, so a failure in CI is caused by the change under test.
 * `PRESAGE_PROPERTY_SEED=random` explores new cases; a failing property prints the seed it used.
 */
const fromEnvironment = process.env.PRESAGE_PROPERTY_SEED ?? '1';
const seed = fromEnvironment === 'random' ? undefined : Number(fromEnvironment);
if (seed !== undefined && !Number.isSafeInteger(seed)) {
  throw new Error(`PRESAGE_PROPERTY_SEED must be an integer or "random" (got "${fromEnvironment}")`);
}
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(seed === undefined ? {} : { seed }) });
