import { breadthFirst } from '../../../crawling/priority/simple-strategies.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-context.js';
import { chosenClassifier, planJudges, refuseThesaurus } from '../../../judging/judge/plan-judges.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { KEPT } from '../../../judging/judge/judge-pool.js';
import { openEncoder, type Encoder } from '../../../judging/judge/open-judge.js';
import { DEFAULT_STRATEGY } from '../../../judging/plugins/built-in-strategies.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { LinkPriority } from '../../../model/crawl-event.js';
import { UsageError } from '../../../model/errors.js';
import { THESAURUS } from '../../../model/thesaurus.js';
import { classifiersOf } from '../../../model/topic-judgements.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { CollectionMemory } from '../feature-module.js';

/** The topics as a crawl needs them: what judges pages and what ranks links. */
export interface CrawlTopics {
  readonly judges: readonly JudgeParts[];
  readonly priority: LinkPriority;
  /** Takes over pages of earlier crawls that have not changed. */
  readonly unchanged: CrawlFeature | undefined;
  readonly encoder?: Encoder;
}

/** Opens the topics of a crawl. Nothing is written yet. @throws UsageError; InputError */
export async function openCrawlTopics(
  settings: CrawlSettings,
  plugins: Plugins,
  {
    logger = silentLogger,
    collection,
    onWait,
  }: { logger?: Logger; collection?: CollectionMemory; onWait?: (what: string) => void },
): Promise<CrawlTopics> {
  const { kb, strategy = DEFAULT_STRATEGY, thesaurus, topic, classifier } = settings;
  if (kb === undefined || topic === undefined) {
    refuseTopicSettings(settings);
    return { judges: [], priority: breadthFirst(), unchanged: await collection?.unchanged(KEPT.classifier) };
  }
  onWait?.(`opening the knowledge base ${withoutCredentials(kb)}`);
  const warn = (message: string): void => logger.warn(message);
  // The thesaurus may be there for the links alone, where pages are judged by another classifier.
  const isForLinks = strategy === 'thesaurus' && classifier !== undefined && classifier !== THESAURUS;
  const chosen = chosenClassifier(isForLinks ? { classifier } : { classifier, thesaurus });
  if (typeof topic !== 'string' && thesaurus !== undefined) refuseThesaurus();
  const judges = await planJudges({ ...settings, kb, topic }, chosen, plugins, warn);
  const encoder = await openEncoder(settings, judges, logger);
  onWait?.(`opening the strategy ${strategy}`);
  const { openStrategy } = await import('./open-strategy.js');
  const priority = await openStrategy(strategy, kb, topic, { thesaurus, plugins, warn });
  const names = judges.map(({ plan }) => ({ topic: plan.topic, classifier: plan.classifier.name }));
  const unchanged = await collection?.unchanged(classifiersOf(names));
  return { judges, priority, unchanged, encoder };
}

/** @throws UsageError for settings that only a topic gives a meaning */
function refuseTopicSettings({ kb, topic, strategy, classifier, thesaurus, encoder }: CrawlSettings): void {
  if (kb !== undefined || topic !== undefined)
    throw new UsageError(`--${kb === undefined ? 'kb' : 'topic'} is missing`, {
      hint: 'a topic needs both: name it and its knowledge base, or leave out both to accept every page',
    });
  const isPlain = strategy === undefined || strategy === 'breadth-first';
  if (classifier === undefined && thesaurus === undefined && encoder !== 'always' && isPlain) return;
  throw new UsageError('a crawl without a topic does not judge pages or links', {
    hint: 'give --kb and --topic, or leave out classifier, thesaurus, encoder and strategy',
  });
}
