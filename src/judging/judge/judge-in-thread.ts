import { once } from '../../support/once.js';
import type { LookAtLanguage } from '../../language/text/language.js';
import type { CallMain } from '../../support/threads/serve-thread.js';
import type { ThreadProtocol } from '../../support/threads/protocol.js';
import { remembering, type FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { JudgePage } from './create-judge.js';
import type { JudgeParts } from './judge-plan.js';
import type { JudgeProtocol, ThreadData } from './judge-messages.js';

/** Size of a thread's cache of counts, per kind; the main thread has a larger one. */
const REMEMBERED = 20_000;

/** The calls of a thread that judges, among other work. */
export interface JudgesInThread extends ThreadProtocol {
  readonly calls: JudgeProtocol['calls'];
}

type Call = CallMain<JudgesInThread>;

/** A judge in a thread, and the parts of its topics that the thread has. */
export interface JudgeInThread {
  readonly judge: JudgePage;
  readonly topics: readonly Pick<JudgeParts, 'plan' | 'kind' | 'counts'>[];
}

/**
 * Makes the judge of a worker thread, which fetches counts from the main thread, once per noun.
 * @param look finds the language of a page; default: in the main thread
 * @param explains see {@link createJudge}
 */
export async function openJudgeInThread(
  { plans, wordNet: shared, wordSpace, plugins }: ThreadData,
  call: Call,
  look: LookAtLanguage = (beginning, expected) => call('lookAtLanguage', { beginning, expected }),
  explains = true,
): Promise<JudgeInThread> {
  const { createJudge } = await import('./create-judge.js');
  const { openWordNetFiles } = await import('../../language/wordnet/wordnet-files.js');
  const { openWordNet } = await import('../../language/wordnet/wordnet.js');
  const wordNet = openWordNet(openWordNetFiles(shared));
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
  const { openGeneralSpace } = await import('../topic/word-space.js');
  const general = wordSpace && once(() => openGeneralSpace(wordSpace));
  return { topics, judge: createJudge(topics, { wordNet, plugins: opened, look, general, explains }) };
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
