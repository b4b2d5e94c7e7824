import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { trainClassifier } from '../../../src/extensions/teach/train-classifier.js';
import { openPageJudge } from '../../../src/judging/judge/judge-pool.js';
import { planJudge } from '../../../src/judging/judge/plan-judges.js';
import { loadPlugins } from '../../../src/judging/plugins/registry.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { beeTopic } from '../../support/bee-topic.js';
import { compiledExample } from '../../support/example.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';

const { root, kb } = beeTopic();
const CHOSEN = 'typical-words';
let example = '';
beforeAll(async () => {
  example = await compiledExample('trained-classifier', root);
});

async function planBy(classifier: string, module: string) {
  const plugins = await loadPlugins([module]);
  return planJudge(await openTopic(kb, 'bees', {}), classifier, { plugins });
}

/** Verdicts on a page about the topic and on another one. */
async function verdicts(): Promise<readonly boolean[]> {
  const judge = openPageJudge(await planBy(CHOSEN, example), { crawler: 'sfwc', threads: 1 });
  try {
    const judged: boolean[] = [];
    for (const text of [Object.values(BEE_TEXTS)[0], Object.values(OTHER_TEXTS)[0]]) {
      const page = await judge.read(Buffer.from(`<p>${text}</p>`), 'http://a.example/', 'text/html');
      const { accepted, classifier } = await page.judge();
      expect(classifier).toBe(CHOSEN);
      judged.push(accepted);
    }
    return judged;
  } finally {
    await judge.close();
  }
}

describe('a classifier that a module declares', () => {
  it('is trained, kept next to the topic, and judges', async () => {
    await expect(planBy(CHOSEN, example)).rejects.toThrow(/no trained classifier 'typical-words'/);
    const report = await trainClassifier({ kb, topic: 'bees', classifier: CHOSEN, plugin: [example] });
    expect(report).toMatchObject({ classifier: CHOSEN, file: join(kb, `bees+${CHOSEN}.json.gz`) });
    expect(await verdicts()).toEqual([true, false]);
  });

  it.each([
    ['fails', "{ throw new Error('no luck') }", "the classifier 'mine', when it was loaded, failed: no luck"],
  ])('is named where what it loads %s', async (name, body, message) => {
    const text = `export const classifiers = { mine: { summary: 'Mine.', load: async () => ${body} } };`;
    const folder = await writeFiles(join(root, name), { 'mine.mjs': text });
    await expect(planBy('mine', join(folder, 'mine.mjs'))).rejects.toThrow(message);
  });
});
