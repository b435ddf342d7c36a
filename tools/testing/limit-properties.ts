import fc from 'fast-check';

/**
 * Stops each property after this time, so that `npm run test:fast` samples the cases that `npm test` checks in full.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 250, markInterruptAsFailure: false });
