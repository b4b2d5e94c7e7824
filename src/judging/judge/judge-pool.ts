import type { PageJudge } from '../../model/judging.js';
import { lookAtLanguage } from '../../language/text/language.js';
import { given } from '../../support/given.js';
import { setFlagsFromString } from 'node:v8';
import { openThreadPool } from '../../support/threads/pool.js';
import type { Meaning } from '../../knowledge/places/frequency-table.js';
import { answerForThreads, pluginsForThread } from '../plugins/in-threads.js';
import { NO_PLUGINS } from '../plugins/registry.js';
import { shareWordSpace } from '../../language/text/word-space-file.js';
import { shareWordNet } from '../../language/wordnet/wordnet-files.js';
import { acceptanceOf } from './create-judge.js';
import { fullText } from '../../support/text/full-text.js';
import { judgedText } from '../topic/evidence-mentions.js';
import type { JudgeParts, JudgeProtocol } from './judge-plan.js';
import { askRemotes } from './plan-judges.js';
import { JUDGING_THREAD } from './judging-threads.js';
import type { Judgement } from '../../model/topic.js';

/** The judgement of every page by a crawl without a topic. */
export const KEPT: Judgement = {
  accepted: true,
  score: 1,
  classifier: 'none',
  reason: {
    summary: 'accepted: the crawl has no topic and keeps every page',
    ...{ meanIdf: null, band: { low: null, high: null }, evidence: [] },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
  },
};

/** Options for reading and judging pages. */
export interface PageJudgeOptions {
  /** The name of the crawler in robots directives of pages, in lower case. */
  readonly crawler: string;
  /** Threads that read and judge, each started when there is work for it. */
  readonly threads: number;
  /** Strictness; see {@link createAcceptance}. */
  readonly accept?: string;
}

export function needsWordSpace({ plan: { classifier }, kind }: JudgeParts): boolean {
  return kind.generalSpace?.(classifier.data) !== undefined;
}

/** Opens a judge of pages. Its judgements do not depend on the number of threads. */
export function openPageJudge(
  topics: JudgeParts | readonly JudgeParts[],
  options: PageJudgeOptions,
): PageJudge {
  const parts = [topics].flat();
  const ask = askRemotes(parts);
  // All topics are judged by the same user-defined parts.
  const plugins = parts[0]?.plugins ?? NO_PLUGINS;
  const { crawler } = options;
  // Without a topic, nothing needs the places of links.
  const reading = { crawler, places: parts.length > 0 };
  // V8 takes the objects of an allocation site that survive a collection for long-lived, and puts the next ones into the old
  // generation, which those of a page fill with garbage; without that, judging needs a third fewer of its collections.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const pool = openThreadPool<JudgeProtocol>({
    ...JUDGING_THREAD,
    data: () => ({
      ...{ plans: parts.map(({ plan }) => plan), plugins: pluginsForThread(plugins), reading },
      ...(parts.length === 0 ? {} : { wordNet: shareWordNet() }),
      ...(parts.some(needsWordSpace) ? { wordSpace: shareWordSpace() } : {}),
    }),
    calls: {
      count: async ({ topic, of, nouns }) => {
        const counts = parts[topic]?.counts;
        if (counts === undefined) throw new RangeError('there is no such topic');
        return of === 'byMeaning' ? counts.byMeaning(nouns as Meaning[]) : counts[of](nouns as string[]);
      },
      askPart: answerForThreads(
        plugins,
        parts.map(({ facts, counts }) => ({ topic: facts, counts })),
      ),
      lookAtLanguage: ({ beginning, expected }) => lookAtLanguage(beginning, expected),
    },
    size: options.threads,
  });
  const judge: PageJudge['judge'] = async (page, known) => {
    if (parts.length === 0) return KEPT;
    // The service is queried from here, since its rate limit applies to all threads.
    const remotes = await ask?.(fullText(judgedText(page).page));
    return pool.run('judge', { ...known, page, remotes });
  };
  // User-defined parts and services only receive pages that the crawl has not refused, for example as duplicates.
  const hasOwn = plugins.all('classifiers').length + plugins.all('linkers').length > 0;
  const judgesAtOnce = parts.length > 0 && ask === undefined && !hasOwn;
  return {
    classifier: [...new Set(parts.map(({ plan }) => plan.classifier.name))].join(', ') || KEPT.classifier,
    atOnce: options.threads,
    acceptance: acceptanceOf(parts, options.accept),
    judge,
    async read(body, url, contentType, expected) {
      const response = { body, url, contentType, ...(judgesAtOnce && { expected }) };
      const { page, sketch, judgement } = await pool.run('read', response);
      return {
        ...{ page, sketch },
        judge: (linkedFrom) =>
          judgement === undefined ? judge(page, given({ linkedFrom })) : Promise.resolve(judgement),
      };
    },
    close: () => pool.close(),
  };
}
