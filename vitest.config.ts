import { defineConfig } from 'vitest/config';

/** Tests that need no database: of the domain, and of what the command does on its own. */
const pure = ['src/domain/**/*.test.ts', 'cli/**/*.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './tools/testing/closing-line.ts'],
    projects: [
      { test: { name: 'domain', include: pure, testTimeout: 60_000 } },
      {
        test: {
          name: 'service',
          include: ['{src,client,test,tools,bench}/**/*.test.ts'],
          exclude: pure,
          globalSetup: ['test/support/global-setup.ts'],
          // Each file has a service and a database of its own; loading the code anew for each would double the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
