import { beforeAll, describe, expect, it } from '@jest/globals';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { trainTopic } from '../../../src/app/topics/train-topic.js';
import { planJudge } from '../../../src/judging/judge/judge.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { openTopic, type OpenTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { classifierFile, readClassifier } from '../../../src/knowledge/files/classifier-file.js';
import type { LabelSource } from '../../../src/app/topics/train-topic.js';
import { trainModel } from '../../../src/judging/topic/trained-model.js';
import { InputError } from '../../../src/model/errors.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { textPage } from '../../support/small-topic.js';

const root = temporaryFolder();
const kb = join(root, 'kb');
let bees: string;
beforeAll(async () => {
  bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
  const others = await writeFiles(join(root, 'others'), OTHER_TEXTS);
  await buildTopic([bees], { topic: 'bees', kb, background: [others] });
});

async function judged(text: string) {
  const judge = await judgeHereBy(await openTopic(kb, 'bees'));
  const page = textPage(text, { title: 'A page' });
  return judge(page);
}
const some = (texts: Readonly<Record<string, string>>): string =>
  Object.values(texts).slice(0, 3).join('\n\n');

describe('trainTopic', () => {
  it('is done for the ensemble by a build with a background, which then judges by itself', async () => {
    const about = await judged(some(BEE_TEXTS));
    expect(about).toMatchObject({ classifier: 'ensemble', accepted: true });
    const other = await judged(some(OTHER_TEXTS));
    expect(other.accepted).toBe(false);
  });

  it('is required by who judges with a topic, and the error says how to train', async () => {
    const damaged = join(root, 'damaged');
    await cp(kb, damaged, { recursive: true });
    await rm(classifierFile(damaged, 'bees', 'ensemble'));
    const topic = await openTopic(damaged, 'bees');
    await expect(planJudge(topic)).rejects.toMatchObject({
      name: 'InputError',
      message: "topic 'bees' has no trained classifier 'ensemble'",
      hint: `train it: sfwc train --kb ${damaged} --topic 'bees' --classifier ensemble`,
    });
    expect((await planJudge(topic, 'krs-paper')).kind.name).toBe('krs-paper');
    const hintFor = (facts: Partial<OpenTopic['facts']>, folder?: string): Promise<unknown> =>
      planJudge({ kb: topic.kb, folder, facts: { ...topic.facts, ...facts } }).catch(
        (error: unknown) => (error as InputError).hint,
      );
    expect(await hintFor({})).toBe(
      'build it again for the ensemble; a SPARQL endpoint has no others: build into a folder, --kb DIR',
    );
    const russian = { language: 'ru', annotator: 'words-ru', backgroundGraph: undefined };
    expect(await hintFor(russian, damaged)).toBe(
      'build it with a background: sfwc build … --background <unlabelled texts in Russian>',
    );
    expect(await hintFor({ ...russian, documents: 2 }, damaged)).toBe(
      'it has 2 of at least 3 documents; build it with more texts in Russian',
    );
  });

  it('says once, by a build, how many texts of the background are about the topic', async () => {
    const mixed = await writeFiles(join(root, 'mixed'), {
      ...OTHER_TEXTS,
      ...Object.fromEntries(
        Object.entries(OTHER_TEXTS).map(([name, text]) => [`more-${name}`, `${text} So it is.`]),
      ),
      'hive.txt': Object.values(BEE_TEXTS).slice(0, 3).join(' '),
    });
    const warnings: string[] = [];
    await buildTopic(
      [bees],
      { topic: 'bees', kb: join(root, 'warned'), background: [mixed] },
      { onWarning: (message) => warnings.push(message) },
    );
    expect(warnings).toEqual(['1 of the 13 texts of the background are about the topic and were left out']);
  });

  it('learns with the labels that its caller gives, and says so in the file', async () => {
    const [problems, seen]: [string[], string[]] = [[], []];
    const labels: LabelSource = () =>
      Promise.resolve(({ workers }) => {
        seen.push(`labels read by ${workers}`);
        return Promise.resolve((learner, set, settings) => ({
          model: { ...trainModel(learner, set, settings), labels: { yes: 4, no: 4, examples: false } },
          unused: [{ label: { where: 'labels.csv:3' }, why: 'its text was not kept' }],
        }));
      });
    const report = await trainTopic(
      {
        kb,
        topic: 'bees',
        workers: 2,
        labels,
        recorded: { features: 10, labels: 'labels.csv' },
      },
      { onProblem: ({ where, message }) => problems.push(`${where}: ${message}`) },
    );
    expect(seen).toEqual(['labels read by 2']);
    expect(report).toMatchObject({ labels: { yes: 4, no: 4 }, documents: 12 });
    expect(problems).toEqual(['labels.csv:3: its text was not kept']);
    const saved = await readClassifier(report.file, (await openTopic(kb, 'bees')).facts.checksum);
    expect(saved).toMatchObject({ settings: { features: 10, labels: 'labels.csv' } });
  });
});
