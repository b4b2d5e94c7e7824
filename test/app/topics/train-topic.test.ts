import { describe, expect, it } from '@jest/globals';
import { trainTopic } from '../../../src/app/topics/train-topic.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { readClassifier } from '../../../src/knowledge/files/classifier-file.js';
import type { LabelSource } from '../../../src/app/topics/train-topic.js';
import { trainModel } from '../../../src/judging/topic/trained-model.js';
import { beeTopic } from '../../support/bee-topic.js';

const { kb } = beeTopic();

describe('trainTopic', () => {
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
