import { defineConfig } from 'vitest/config';

const pure = 'src/domain/**/*.test.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './tools/testing/closing-line.ts'],
    projects: [
      { test: { name: 'domain', include: [pure], testTimeout: 60_000 } },
      {
        test: {
          name: 'service',
          include: ['{src,test,tools,bench}/**/*.test.ts'],
          exclude: [pure],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
