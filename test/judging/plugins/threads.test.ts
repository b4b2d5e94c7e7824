import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { openPageJudge } from '../../../src/judging/judge/judge-pool.js';
import { planJudge } from '../../../src/judging/judge/plan-judges.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import type { PageJudge } from '../../../src/model/judging.js';
import { loadPlugins } from '../../../src/judging/plugins/registry.js';
import type { Plugin } from '../../../src/judging/plugins/plugin.js';
import { beeTopic } from '../../support/bee-topic.js';
import { writeFiles } from '../../support/small-corpus.js';
import { useRealThreads } from '../../support/thorough.js';

/** Says in which thread it is. */
const MODULE = `
  import { isMainThread } from 'node:worker_threads';
  const where = () => (isMainThread ? 'main' : 'thread');
  export default {
    classifiers: {
      placed: ({ topic, counts }) => ({
        judge: async ({ page }) => {
          if (page.text.includes('break')) throw new Error('it does not work');
          const bees = (await counts.byLemma(['bee'])).get('bee');
          return { accepted: true, score: bees, reason: where() + ' ' + topic.name + ' ' + page.title };
        },
      }),
    },
    linkers: {
      placed: {
        link: ({ nouns }) => nouns.map(({ begin, end }) => ({ begin, end, iri: 'urn:x:' + where() })),
      },
    },
  };`;

const { root, kb } = beeTopic();
let module: string;
beforeAll(async () => {
  module = join(await writeFiles(join(root, 'plugins'), { 'placed.mjs': MODULE }), 'placed.mjs');
});

async function judge(classifier: string, modules: readonly string[], objects: Plugin = {}) {
  const plugins = await loadPlugins(modules, objects);
  const parts = await planJudge(await openTopic(kb, 'bees', {}), classifier, { plugins });
  return openPageJudge(parts, { crawler: 'sfwc', threads: 1 });
}

async function judged(pages: PageJudge, text: string) {
  const html = `<title>A page</title><p>${text}`;
  return (await pages.read(Buffer.from(html), 'http://a.example/', 'text/html')).judge();
}

describe('user-defined parts in real threads', () => {
  useRealThreads();

  it('work in the threads when they are in a module', async () => {
    const pages = await judge('placed', [module]);
    try {
      expect(pages.classifier).toBe('placed');
      const judgement = await judged(pages, 'The bee.');
      expect(judgement.score).toBeGreaterThan(0);
      expect(judgement.reason.summary).toBe('thread bees A page');
      await expect(judged(pages, 'break')).rejects.toThrow(
        "the classifier 'placed' at http://a.example/ failed: it does not work",
      );
      await expect(judged(pages, 'break')).rejects.toMatchObject({ name: 'PluginError' });
    } finally {
      await pages.close();
    }
  });
});

describe('user-defined parts with worker threads', () => {
  it('judge no page that is left, although it was expected to be judged', async () => {
    const seen: string[] = [];
    const pages = await judge('mine', [], {
      classifiers: {
        mine: () => ({
          judge: ({ page }) => {
            seen.push(page.title);
            return { accepted: true, score: 1 };
          },
        }),
      },
    });
    try {
      const read = (title: string) =>
        pages.read(Buffer.from(`<title>${title}</title><p>The bee.`), 'http://a.example/', 'text/html', {});
      await read('left');
      await (await read('judged')).judge();
      expect(seen).toEqual(['judged']);
    } finally {
      await pages.close();
    }
  });
});
