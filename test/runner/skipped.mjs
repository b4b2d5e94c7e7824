import process from 'node:process';

/** The reason in the name of a skipped test (test/support/thorough.ts). */
const REASON = /(?:^|; )skipped: (.*)$/s;
const NO_REASON = 'no reason given';

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

/** Reports at the end of `npm run test:full` what was skipped, and why. The fast run skips by design. */
export default class SkippedReporter {
  constructor({ rootDir, testNamePattern }) {
    this.root = rootDir;
    // The tests that a pattern leaves out are skipped as well.
    this.isOn = process.env.SFWC_TEST_FULL !== undefined && !testNamePattern;
  }

  onRunComplete(_contexts, { testResults }) {
    if (!this.isOn) return;
    const lines = skippedLines(testResults, this.root);
    process.stderr.write(`\n${lines.length === 0 ? 'nothing was skipped' : lines.join('\n')}\n`);
  }
}
