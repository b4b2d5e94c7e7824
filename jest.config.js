import process from 'node:process';

/**
 * Node itself loads the modules, once per worker process, and all test files of a worker share them (test/runner): a test
 * must not leave state behind in a module. `dist/` is brought up to date first; types are checked by `npm run types`.
 */
export default {
  globalSetup: './test/runner/setup.mjs',
  testEnvironment: './test/runner/environment.mjs',
  reporters: ['default', '<rootDir>/test/runner/report.mjs'],
  testRunner: './test/runner/runner.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // To load them takes seconds, also where each of their tests is skipped.
  testPathIgnorePatterns: process.env.SFWC_TEST_FULL === undefined ? ['/test/full/'] : [],
  transform: {},
  injectGlobals: false,
  testTimeout: 60_000 * Number(process.env.SFWC_TEST_FACTOR ?? 1),
  maxWorkers: 2,
  workerIdleMemoryLimit: '2GB',
};
