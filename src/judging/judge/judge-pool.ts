import type { PageJudge } from '../../model/judging.js';
import type { PageReaderOptions } from '../../web/page/reader.js';
import { lookAtLanguage } from '../../language/text/language.js';
import { given } from '../../support/given.js';
import { allocateYoung } from '../../support/threads/young-objects.js';
import { openThreadPool, type PoolOptions, type ThreadPool } from '../../support/threads/pool.js';
import { meaningKey, type FrequencyTable, type Meaning } from '../../knowledge/places/frequency-table.js';
import { answerForThreads, pluginsForThread } from '../plugins/in-threads.js';
import type { ClassifierContext } from '../plugins/plugin.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { shareWordSpace } from '../../language/text/word-space-file.js';
import { shareWordNet } from '../../language/wordnet/wordnet-files.js';
import { acceptanceOf, judgeNames, textToJudge } from './create-judge.js';
import { createEndedUrls, type EndedUrls } from './ended-urls.js';
import type { JudgeParts } from './judge-plan.js';
import type { CountKind, JudgeProtocol, ThreadData } from './judge-messages.js';
import { askRemotes } from './judge.js';
import { JUDGING_THREAD } from './judging-threads.js';
import type { Judgement } from '../../model/topic.js';
import { createTrial } from './trial.js';

/** The judgement of every page by a crawl without a topic. */
export const KEPT: Judgement = {
  accepted: true,
  score: 1,
  classifier: 'none',
  reason: {
    summary: 'accepted: the crawl has no topic and keeps every page',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
    evidence: [],
  },
};

/** How pages are read and judged. */
export interface PageJudgeOptions {
  /** The name of the crawler in robots directives of pages, in lower case. */
  readonly crawler: string;
  /** Pages are parsed exactly as the HTML standard says; see {@link createPageReader}. */
  readonly exact?: boolean;
  /** Whether the path of tags to each link is wanted. */
  readonly tagPaths?: boolean;
  /** Threads that read and judge, each started when there is work for it. */
  readonly threads: number;
  /** How much is accepted; see {@link createAcceptance}. */
  readonly accept?: string;
}

/**
 * Opens a judge of pages. Its judgements do not depend on the number of threads.
 * @param parts of one topic or of several, which judge every page; without any, every page is accepted
 */
export function openPageJudge(
  parts: JudgeParts | readonly JudgeParts[],
  options: PageJudgeOptions,
): PageJudge {
  return inThreads([parts].flat(), options);
}

/** How pages are read. Without a topic, nothing asks where links stand. */
function readingOf(
  parts: readonly JudgeParts[],
  { crawler, exact, tagPaths }: PageJudgeOptions,
): PageReaderOptions {
  return { crawler, places: parts.length > 0, exact, tagPaths };
}

/** All topics are judged by the same user-defined parts. */
function pluginsOf([first]: readonly JudgeParts[]): Plugins {
  return first?.plugins ?? NO_PLUGINS;
}

/** What user-defined classifiers are made from, per topic. */
function contextsOf(parts: readonly JudgeParts[]): readonly ClassifierContext[] {
  return parts.map(({ facts: topic, counts }) => ({ topic, counts }));
}

/** The names of the classifiers, each once. */
function namesOf(parts: readonly JudgeParts[]): string {
  if (parts.length === 0) return KEPT.classifier;
  return [...new Set(judgeNames(parts).map(({ classifier }) => classifier))].join(', ');
}

/** Whether a judge reads the word space of general English. */
export function needsWordSpace({ plan: { classifier }, kind }: JudgeParts): boolean {
  return kind.generalSpace?.(classifier.data) !== undefined;
}

/** What threads that judge by these topics are started with, and the answers to what they call. */
export function threadParts(parts: readonly JudgeParts[]): {
  readonly data: () => ThreadData;
  readonly calls: PoolOptions<JudgeProtocol>['calls'];
} {
  // All threads of the process share it.
  allocateYoung();
  const plugins = pluginsOf(parts);
  const data = { plans: parts.map(({ plan }) => plan), plugins: pluginsForThread(plugins) };
  return {
    data: () => ({
      ...data,
      ...(parts.length === 0 ? {} : { wordNet: shareWordNet() }),
      ...(parts.some(needsWordSpace) ? { wordSpace: shareWordSpace() } : {}),
    }),
    calls: {
      count: ({ topic, of, nouns }) => countsOf(parts[topic]?.counts, of, nouns),
      askPart: answerForThreads(plugins, contextsOf(parts)),
      lookAtLanguage: ({ beginning, expected }) => lookAtLanguage(beginning, expected),
    },
  };
}

function openJudgingThreads(
  parts: readonly JudgeParts[],
  options: PageJudgeOptions,
  ended: EndedUrls,
): ThreadPool<JudgeProtocol> {
  const { data, calls } = threadParts(parts);
  const own = { reading: readingOf(parts, options), ended: ended.memory };
  return openThreadPool<JudgeProtocol>({
    ...JUDGING_THREAD,
    data: () => ({ ...data(), ...own }),
    calls,
    size: options.threads,
  });
}

function inThreads(parts: readonly JudgeParts[], options: PageJudgeOptions): PageJudge {
  const ask = askRemotes(parts);
  const ended = createEndedUrls();
  const pool = openJudgingThreads(parts, options, ended);
  const judge: PageJudge['judge'] = async (page, known) => {
    if (parts.length === 0) return KEPT;
    // The service is queried from here, since its rate limit applies to all threads.
    const remotes = await ask?.(textToJudge(page));
    return pool.run('judge', () => ({ ...known, page, remotes }));
  };
  // User-defined parts and services only receive pages that the crawl has not refused, for example as duplicates.
  const judgesAtOnce = parts.length > 0 && ask === undefined && !hasOwnParts(pluginsOf(parts));
  return {
    classifier: namesOf(parts),
    atOnce: options.threads,
    acceptance: acceptanceOf(parts, options.accept),
    judge,
    trial: createTrial(() => ({
      plans: parts.map(({ plan }) => plan),
      plugins: pluginsForThread(pluginsOf(parts)),
      reading: readingOf(parts, options),
    })),
    ended: ended.add,
    async read(body, url, contentType, expected) {
      const response = { body, url, contentType, ...(judgesAtOnce && { expected }) };
      const { page, judgement } = await pool.run('read', () => response);
      return {
        page,
        judge: (linkedFrom) =>
          judgement === undefined ? judge(page, given({ linkedFrom })) : Promise.resolve(judgement),
      };
    },
    close: () => pool.close(),
  };
}

/** Whether user-defined parts may take part in judging. */
function hasOwnParts(plugins: Plugins): boolean {
  return plugins.all('classifiers').length > 0 || plugins.all('linkers').length > 0;
}

/** The counts of nouns, in their order. */
async function countsOf(
  counts: FrequencyTable | undefined,
  of: CountKind,
  nouns: readonly string[] | readonly Meaning[],
): Promise<readonly number[]> {
  if (counts === undefined) throw new RangeError('there is no such topic');
  if (of === 'byMeaning') {
    const meanings = nouns as readonly Meaning[];
    const found = await counts.byMeaning(meanings);
    return meanings.map((meaning) => found.get(meaningKey(meaning)) ?? 0);
  }
  const lemmas = nouns as readonly string[];
  const found = await counts[of](lemmas);
  return lemmas.map((lemma) => found.get(lemma) ?? 0);
}
