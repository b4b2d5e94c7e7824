import process from 'node:process';

/** The reason in the name of a skipped test (test/support/thorough.ts). */
const REASON = /(?:^|; )skipped: (.*)$/s;
const NO_REASON = 'no reason given';
/** Milliseconds that a fast test may take. */
const MAX_FAST = 1000;
const SHOWN = 10;

/** One line per reason: what was skipped for it, by file, and how many tests or suites of each. */
export function skippedLines(files, root) {
  const reasons = new Map();
  for (const { testFilePath, testResults } of files)
    for (const { status, title } of testResults) {
      if (status !== 'pending' && status !== 'todo' && status !== 'disabled') continue;
      const reason = REASON.exec(title)?.[1].replaceAll(/\s+/g, ' ') ?? NO_REASON;
      const name = testFilePath.replace(`${root}/`, '');
      const counts = reasons.get(reason) ?? new Map();
      reasons.set(reason, counts.set(name, (counts.get(name) ?? 0) + 1));
    }
  return [...reasons].map(([reason, counts]) => {
    const where = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
    return `skipped: ${reason}: ${where.sort().join(', ')}`;
  });
}

/** The slowest tests, slowest first, and how many of all take too long. */
export function slowest(files, root, factor = 1) {
  const tests = files
    .flatMap(({ testFilePath, testResults }) =>
      testResults.map(({ duration, fullName }) => ({
        file: testFilePath,
        duration: duration ?? 0,
        fullName,
      })),
    )
    .sort((a, b) => b.duration - a.duration);
  const lines = tests
    .slice(0, SHOWN)
    .map(({ file, duration, fullName }) => `${duration} ms: ${file.replace(`${root}/`, '')}: ${fullName}`);
  return { lines, tooSlow: tests.filter(({ duration }) => duration > MAX_FAST * factor).length };
}

/**
 * Reports at the end of `npm run test:full` what was skipped, and why; the fast run skips by design, and reports its ten
 * slowest tests. It fails by them where `SFWC_TEST_SLOW` is `fail`.
 */
export default class Report {
  #error;

  constructor({ rootDir, testNamePattern }) {
    this.root = rootDir;
    // The tests that a pattern leaves out are skipped as well.
    this.isWhole = !testNamePattern;
  }

  onRunComplete(_contexts, { testResults }) {
    const { SFWC_TEST_FULL, SFWC_TEST_SLOW, SFWC_TEST_FACTOR = '1' } = process.env;
    if (SFWC_TEST_FULL === undefined) {
      const { lines, tooSlow } = slowest(testResults, this.root, Number(SFWC_TEST_FACTOR));
      process.stderr.write(`\nthe slowest tests:\n${lines.join('\n')}\n`);
      if (tooSlow > 0 && SFWC_TEST_SLOW === 'fail')
        this.#error = new Error(`${tooSlow} tests take longer than a second`);
    } else if (this.isWhole) {
      const lines = skippedLines(testResults, this.root);
      process.stderr.write(`\n${lines.length === 0 ? 'nothing was skipped' : lines.join('\n')}\n`);
    }
  }

  getLastError() {
    return this.#error;
  }
}
