import { createPageReader } from '../../web/page/reader.js';
import { serveThread, type CallMain } from '../../support/threads/serve-thread.js';
import { once } from '../../support/once.js';
import { sketchOf } from '../../support/text/text-sketch.js';
import type { JudgeProtocol, ThreadData } from './judge-plan.js';
import type { JudgePage } from './create-judge.js';
import type { LookAtLanguage } from '../../language/text/language.js';
import { remembering, type FrequencyTable } from '../../knowledge/places/frequency-table.js';

/** A worker thread that reads and judges pages. What only judging and user-defined parts need is loaded when they are used. */
serveThread<JudgeProtocol>((data, call) => {
  const reader = createPageReader(data.reading);
  const planned = once(() => openJudgeInThread(data, call));
  const judged: JudgePage = async (page, known) => (await planned())(page, known);
  return {
    async read({ body, url, contentType, expected }) {
      const page = reader.read(body, url, contentType);
      const read = { page, sketch: sketchOf(page) };
      if (data.plans.length === 0 || expected === undefined) return read;
      // A failure is reported when the judgement is requested, since it occurs again then.
      return { ...read, judgement: await judged(page, expected).catch(() => undefined) };
    },
    judge: ({ page, ...known }) => judged(page, known),
  };
});

/** Size of a thread's cache of counts, per kind; the main thread has a larger one. */
const REMEMBERED = 20_000;

type Call = CallMain<JudgeProtocol>;

/** Makes the judge of a worker thread, which fetches counts from the main thread, once per noun. */
async function openJudgeInThread(
  { plans, wordNet: shared, wordSpace, plugins }: ThreadData,
  call: Call,
): Promise<JudgePage> {
  const { createJudge } = await import('./create-judge.js');
  const { openWordNet } = await import('../../language/wordnet/wordnet.js');
  const wordNet = openWordNet(shared);
  const { loadClassifier } = await import('../classifiers/load-classifier.js');
  const { openPluginsInThread } = await import('../plugins/in-threads.js');
  const opened = await openPluginsInThread(plugins, (question) => call('askPart', question));
  const { loadAnnotator } = await import('./languages.js');
  for (const { language } of plans) await loadAnnotator(language);
  const topics = await Promise.all(
    plans.map(async (plan, place) => ({
      plan,
      kind: await loadClassifier(plan.classifier.name, opened),
      counts: remembering(countsElsewhere(call, place), REMEMBERED),
    })),
  );
  const { generalSpace } = await import('../topic/word-space.js');
  const general = wordSpace && (() => generalSpace(wordSpace));
  // The language of a page is found in the main thread.
  const look: LookAtLanguage = (beginning, expected) => call('lookAtLanguage', { beginning, expected });
  return createJudge(topics, { wordNet, plugins: opened, look, general });
}

function countsElsewhere(call: Call, topic: number): FrequencyTable {
  const counted =
    (of: keyof FrequencyTable) =>
    (nouns: Iterable<unknown>): Promise<ReadonlyMap<string, number>> =>
      call('count', { topic, of, nouns: [...nouns] });
  return {
    byLemma: counted('byLemma'),
    byMeaning: counted('byMeaning'),
    inBackground: counted('inBackground'),
  };
}
