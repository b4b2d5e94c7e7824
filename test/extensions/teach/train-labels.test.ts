import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beeTopic } from '../../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { itInFull } from '../../support/thorough.js';
import { sfwc } from '../../cli/run.js';

const { root, kb, bees } = beeTopic();
const file = (name: string): string => path.join(root, name);
const train = (...args: readonly string[]) => sfwc(['train', '--kb', kb, '--topic', 'bees', ...args]);
const trained = async (): Promise<string> =>
  gunzipSync(await readFile(path.join(kb, 'bees+ensemble.json.gz'))).toString();

/** Lines of labelled texts: some about bees, so many others. */
const lines = (yes: number, no: number): string =>
  [
    ...Object.values(BEE_TEXTS)
      .slice(0, yes)
      .map((text) => ({ text, label: 'yes' })),
    ...Object.values(OTHER_TEXTS)
      .slice(0, no)
      .map((text) => ({ text, label: false })),
  ]
    .map((label) => JSON.stringify(label))
    .join('\n');

/** Labels that refute the threshold: of texts of which a small part is about bees, people say that they are about bees. */
function refuting(): string {
  const [bee, other] = [Object.values(BEE_TEXTS), Object.values(OTHER_TEXTS)];
  const mixed = [0, 2, 3, 6, 7, 9].map((place) =>
    [0, 1, 2, 3, 4, 5]
      .map((one) => place + one)
      .reduce((text, more) => `${text} ${other[more % other.length]}`, bee[place]),
  );
  return [...mixed.map((text) => JSON.stringify({ text, label: 'yes' })), lines(0, 4)].join('\n');
}

beforeAll(() =>
  writeFiles(root, { 'labels.jsonl': refuting(), 'agree.jsonl': lines(6, 4), 'few.jsonl': lines(3, 0) }),
);

describe('sfwc train --labelled-pages', () => {
  itInFull(
    'takes the threshold from labels, says so wherever it applies, and forgets it without them',
    async () => {
      const before = await trained();
      const report = await train('--labelled-pages', file('labels.jsonl'), '--json');
      expect(report).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('threshold from 10 labels (6 yes, 4 no)'),
      });
      expect(JSON.parse(report.stdout)).toMatchObject({ labels: { yes: 6, no: 4, examples: false } });
      const [header = ''] = (await trained()).split('\n');
      expect(JSON.parse(header)).toMatchObject({
        labels: { yes: 6, no: 4 },
        settings: { labels: file('labels.jsonl') },
      });
      const of = ['--kb', kb, '--topic', 'bees'];
      const judged = await sfwc(['classify', path.join(bees, 'honey.txt'), ...of, '--explain']);
      expect(judged.stdout).toContain('after 10 answers');
      const built = await sfwc(['build', path.join(bees, 'smoker.txt'), ...of, '--add']);
      expect(built.stderr).toContain(
        `the option --labelled-pages ${file('labels.jsonl')} of the previous training is dropped`,
      );
      expect(await trained()).toBe(before);
    },
  );

  it('reads tables of texts and addresses, and names each label that it cannot use', async () => {
    const row = (text: string, label: number): string => `"${text.replaceAll('"', '""')}",,${label}`;
    const rows = Object.values(BEE_TEXTS).map((text) => row(text, 1));
    const others = Object.values(OTHER_TEXTS).map((text) => row(text, 0));
    const strange = [',http://a.example/,0', 'honey,,2', 'x', row(BEE_TEXTS['comb.txt']!, 0)];
    await writeFiles(root, { 'labels.csv': ['text,url,label', ...strange, ...rows, ...others].join('\n') });
    const { code, stderr } = await train('--labelled-pages', file('labels.csv'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/skipped \S+labels\.csv:2: no text is known of http:\/\/a\.example\/: .*--crawl/);
    expect(stderr).toMatch(/skipped \S+labels\.csv:3: no label: "2"/);
    expect(stderr).toMatch(/skipped \S+labels\.csv:4: 1 columns/);
    expect(stderr).toMatch(/skipped \S+labels\.csv:5: left out: as many labels say yes as say no/);
    expect(stderr.match(/^skipped /gm)).toHaveLength(4);
    expect(stderr).toMatch(/threshold as without labels: \d+ labels \(11 yes, \d+ no\)/);
  });

  it('says what to do where nothing can be used, and leaves the classifier as it is', async () => {
    const before = await trained();
    const few = await train('--labelled-pages', file('few.jsonl'));
    expect(few).toMatchObject({ code: 1, stderr: expect.stringContaining('3 yes and 0 no of 3') });
    expect(few.stderr).toContain('--choose nearest');
    expect(await train('--labelled-pages', file('absent.csv'))).toMatchObject({ code: 1 });
    expect(await train('--crawl', root)).toMatchObject({ code: 2 });
    expect(await trained()).toBe(before);
  });
});
