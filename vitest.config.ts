import { defineConfig } from 'vitest/config';

/** Tests that need no database. */
const unit = [
  'src/{kernel,engine}/**/*.test.ts',
  'src/*/rules/**/*.test.ts',
  'src/*/rules*.test.ts',
  'cli/**/*.test.ts',
  'tools/{structure,tidy}/**/*.test.ts',
];

/** Statistical tests that take too long for `npm run test:fast`. */
const slow = ['src/certification/rules/back-off.test.ts'];

const seedProperties = 'tools/testing/seed-properties.ts';

export default defineConfig(({ mode }) => {
  const isFast = mode === 'fast';
  return {
    test: {
      // One more than the CPUs of a CI machine: tests of time limits wait, and another file runs meanwhile.
      maxWorkers: 3,
      // Keeps compiled modules in node_modules: a later run of one file starts in half the time.
      experimental: { fsModuleCache: true },
      reporters: ['default', './tools/testing/closing-line.ts'],
      projects: [
        {
          test: {
            name: 'unit',
            include: unit,
            exclude: isFast ? slow : [],
            // Pure code shares no state, and most of the time would go into loading it again for each file.
            isolate: false,
            setupFiles: [seedProperties, ...(isFast ? ['tools/testing/limit-properties.ts'] : [])],
            testTimeout: 60_000,
          },
        },
        {
          test: {
            name: 'service',
            include: ['{src,client,test,tools,bench}/**/*.test.ts'],
            exclude: unit,
            setupFiles: [seedProperties],
            globalSetup: ['test/support/global-setup.ts'],
            // Each file has its own service and database; loading the code again for each would double the time.
            isolate: false,
            testTimeout: 60_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 20_000 } },
          },
        },
      ],
    },
  };
});
