/** Tests run as ES modules; TypeScript is stripped by swc, types are checked by `npm run types`. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testTimeout: 60_000,
  maxWorkers: 2,
  // ES modules of finished test files are never freed: a worker that has grown is replaced by a new one.
  workerIdleMemoryLimit: '1GB',
};
