import { replayFields, type ReplaySettings, type ReplayOptions } from './replay-settings.js';
import { UsageError } from '../../model/errors.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import type { VirtualWeb } from '../../web/stored/virtual-web.js';
import { openJudge, type JudgedBy } from '../../judging/judge/open-judge.js';
import type { Judgement } from '../../model/topic.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import { openingText } from '../../app/classify/classify-page.js';
import { followedBy } from '../../app/crawl/setup/followed-links.js';
import { openStrategy } from '../../app/crawl/setup/open-strategy.js';
import { openStoredWeb } from '../../app/crawl/setup/open-stored-web.js';
import { judgeAgain, type JudgedAgain, type Judgements } from './replay/replayed-judgements.js';
import {
  openArchiveOf,
  openKeptCrawl,
  type KeptCrawl,
  type MissingBody,
} from '../../crawling/store/kept-crawl.js';
import { reorder, type Reordered } from './replay/reorder.js';
import { checkArguments } from '../../support/check-arguments.js';
import { judgementBy } from '../../model/topic-judgements.js';

export type { JudgedAgain, MissingBody, Reordered };

/** What a crawl would have been otherwise. */
export interface ReplayReport {
  /** Of several topics: their names, separated by commas. */
  readonly topic: string;
  readonly judgedAgain?: JudgedAgain;
  readonly reordered?: Reordered;
}

/**
 * Scores a finished crawl again, by another classifier, another strategy, or both, without fetching anything.
 * @throws UsageError without either; InputError for the crawl, the topic and what they need
 */
export async function replayCrawl(
  folder: string,
  options: WithParts<ReplayOptions, 'classifier' | 'strategy' | 'linkers'>,
  surroundings: { readonly logger?: Logger; readonly onWait?: OnWait } = {},
): Promise<ReplayReport> {
  checkArguments('replayCrawl', {
    folder: [folder, 'string'],
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const { logger = silentLogger, onWait = () => undefined } = surroundings;
  const { settings, plugins } = await resolveOptions(replayFields, options);
  if ([settings.classifier, settings.thesaurus, settings.strategy].every((one) => one === undefined)) {
    throw new UsageError('say what is to be otherwise: --classifier, --strategy, or both');
  }
  if (settings.web !== undefined) onWait(`opening the stored web ${settings.web}`);
  const web = settings.web === undefined ? undefined : (await openStoredWeb(settings.web, settings)).web;
  try {
    onWait(`reading the crawl in ${folder}`);
    return await withArchive(folder, logger, async (archive) =>
      replay(await openKeptCrawl(folder, { archive, web }), settings, { logger, onWait, plugins }),
    );
  } finally {
    await web?.close?.();
  }
}

/** Does work with the archive of a crawl, where there is one, and closes it. */
async function withArchive<T>(
  folder: string,
  logger: Logger,
  work: (archive: VirtualWeb | undefined) => Promise<T>,
): Promise<T> {
  const archive = await openArchiveOf(folder);
  for (const problem of archive?.problems ?? []) logger.warn(problem);
  try {
    return await work(archive);
  } finally {
    await archive?.close?.();
  }
}

async function replay(
  kept: KeptCrawl,
  settings: ReplaySettings,
  {
    logger,
    onWait,
    plugins,
  }: { readonly logger: Logger; readonly onWait: OnWait; readonly plugins: Plugins },
): Promise<ReplayReport> {
  const { classifier, thesaurus, strategy } = settings;
  const { topic, names } = topicOf(kept, settings.topic);
  const rejudges = classifier !== undefined || thesaurus !== undefined;
  if (rejudges) onWait(openingText({ ...settings, topic }), OPENING);
  const judged = rejudges
    ? await judgedAgain(kept, { ...settings, topic }, { logger, plugins, onWait })
    : undefined;
  const report = { topic: names.join(', '), judgedAgain: judged?.report };
  if (strategy === undefined) return report;
  const judgements = judged?.judgements ?? verdictsOf(kept, names);
  onWait(`opening the strategy ${strategy}`);
  const priority = await openStrategy(strategy, settings.kb, topic, { plugins, endpoint: settings });
  const follow = settings.follow ?? followedBy(priority);
  return { ...report, reordered: await reorder(kept, judgements, priority, follow, onWait) };
}

/**
 * The topic that pages and links are judged by: the wanted one, or those of the crawl.
 * @throws UsageError where there is none
 */
export function topicOf(
  kept: Pick<KeptCrawl, 'topic'>,
  wanted: string | readonly string[] | undefined,
): { readonly topic: string | readonly string[]; readonly names: readonly string[] } {
  const topic = wanted ?? kept.topic;
  const names = [topic].flat();
  if (names.length > 0) return { topic, names };
  throw new UsageError('the crawl has no topic', {
    hint: 'name the topic to judge its pages and links by: --topic',
  });
}

async function judgedAgain(
  kept: KeptCrawl,
  settings: JudgedBy,
  {
    logger,
    plugins,
    onWait,
  }: { readonly logger: Logger; readonly plugins: Plugins; readonly onWait: OnWait },
): ReturnType<typeof judgeAgain> {
  const judge = await openJudge(settings, { plugins, warn: (message) => logger.warn(message) });
  try {
    return await judgeAgain(kept, judge, onWait);
  } finally {
    await judge.close();
  }
}

/** The verdicts of the crawl; where one of its topics is requested, that topic's. */
export function verdictsOf({ fetched }: KeptCrawl, [only = '', ...others]: readonly string[]): Judgements {
  const verdict = (judgement: Judgement): Judgement =>
    others.length > 0 ? judgement : (judgementBy(judgement, only) ?? judgement);
  return new Map(
    fetched.flatMap(({ url, judgement }) => (judgement === undefined ? [] : [[url, verdict(judgement)]])),
  );
}
