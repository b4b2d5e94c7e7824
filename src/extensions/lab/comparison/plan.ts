import type { CompareSettings } from '../compare-settings.js';
import { knowledgeBaseFiles, topicNameOf } from '../../../knowledge/files/kb-folder.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { sample, seededRandom, seedOf } from '../../../support/random.js';
import type { WebTopic } from '../../../web/stored/virtual-web.js';
import { loadPlugins, requirePart, type Plugins } from '../../../judging/plugins/registry.js';
import { STRATEGY_NAMES } from '../../../judging/plugins/built-in-strategies.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import { readSeeds } from '../../../app/crawl/setup/read-seeds.js';
import type { CompareJob } from './arena.js';
import { PARTS } from '../../../judging/parts.js';

/** A topic to compare on. */
interface PlannedTopic {
  /** Name in the knowledge base. */
  readonly name: string;
  readonly truth: 'labels' | 'verdicts';
  readonly seeds: readonly string[];
  /** Pages that were given to the topic builder. */
  readonly corpus: readonly string[];
  /** Without seeds and corpus; empty without labels. */
  readonly targets: readonly string[];
}

/** Plan of a comparison. */
export interface ComparePlan {
  readonly topics: readonly PlannedTopic[];
  readonly jobs: readonly CompareJob[];
  readonly webPages: number;
  /** Warnings for the user. */
  readonly notes: readonly string[];
}

/**
 * Finds the topics, their seeds and targets, and lists the crawls.
 * @throws InputError when web, knowledge base, seeds or plugins cannot be read, or there is no topic to compare
 *   on; UsageError for an unknown strategy or classifier
 */
export async function planComparison(options: CompareSettings): Promise<ComparePlan> {
  const plugins = await loadPlugins(options.plugin);
  const settings = { ...options, strategies: [...comparedStrategies(options, plugins)] };
  if (parsePlace(settings.kb).path === undefined) {
    throw new UsageError('a comparison needs the texts of its topics; a SPARQL endpoint has none', {
      hint: 'build the topics into a folder: sfwc build … --kb DIR',
    });
  }
  const { web, topics: webTopics } = await (await PARTS.webs()).openWeb(settings.web);
  const names = await topicNames(settings, webTopics);
  const topics: PlannedTopic[] = [];
  for (const name of names) topics.push(await planTopic(name, settings, webTopics));
  const jobs = topics.flatMap((topic) => jobsOf(topic, settings));
  return { topics, jobs, webPages: web.pages.length, notes: notesOf(topics) };
}

async function topicNames(
  { kb, topics }: CompareSettings,
  webTopics: readonly WebTopic[],
): Promise<readonly string[]> {
  if (topics.length > 0) return topics;
  const known = (await knowledgeBaseFiles(kb)).map(topicNameOf);
  const shared = known.filter((name) => findTopic(webTopics, name) !== undefined);
  if (shared.length > 0) return shared;
  throw new InputError(`the web has none of the topics of ${kb}`, {
    hint: `name topics of the knowledge base with --topics (it has: ${known.join(', ')}), and seeds with --seeds`,
  });
}

/** `computer science` is `computer-science`. */
function findTopic(topics: readonly WebTopic[], name: string): WebTopic | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, ' ');
  return topics.find((topic) => plain(topic.name) === plain(name));
}

async function planTopic(
  name: string,
  settings: CompareSettings,
  webTopics: readonly WebTopic[],
): Promise<PlannedTopic> {
  // A topic that is missing is said before any crawl.
  await openTopic(settings.kb, name);
  const webTopic = findTopic(webTopics, name);
  const seeds = settings.seeds.length > 0 ? await readSeeds(settings.seeds) : (webTopic?.seeds ?? []);
  if (seeds.length === 0) {
    throw new UsageError(`topic '${name}' does not have seeds in this web`, {
      hint: 'name the seeds: --seeds',
    });
  }
  const corpus = webTopic?.corpus ?? [];
  const given = new Set([...seeds, ...corpus]);
  return {
    name,
    truth: webTopic?.targets === undefined ? 'verdicts' : 'labels',
    seeds,
    corpus,
    targets: (webTopic?.targets ?? []).filter((url) => !given.has(url)),
  };
}

function jobsOf(topic: PlannedTopic, settings: CompareSettings): readonly CompareJob[] {
  const isLabelled = topic.truth === 'labels';
  const members = isLabelled ? { members: [...topic.targets, ...topic.corpus, ...topic.seeds] } : {};
  const classifiers = settings.classifiers.length > 0 ? settings.classifiers : [undefined];
  const repeats = Array.from({ length: settings.repeat }, (_, repeat) => repeat);
  return classifiers.flatMap((classifier) =>
    repeats.flatMap((repeat) => {
      const seeds = seedsOf(topic, settings, repeat);
      const job = { topic: topic.name, classifier, repeat, seeds, ...members };
      return settings.strategies.map((strategy) => ({ ...job, strategy }));
    }),
  );
}

/**
 * The seeds of a repeat: the given ones in the first; then as many, drawn from seeds and corpus, and also from the targets
 * if those are too few. A target that becomes a seed is not a target in that repeat.
 */
function seedsOf(
  { name, seeds, corpus, targets }: PlannedTopic,
  { seedsCount, randomSeed }: CompareSettings,
  repeat: number,
): readonly string[] {
  const count = seedsCount ?? seeds.length;
  if (repeat === 0 && count >= seeds.length) return seeds;
  const given = [...new Set([...seeds, ...corpus])];
  const pool = repeat > 0 && given.length < 3 * count ? [...given, ...targets] : given;
  return sample(pool, count, seededRandom(seedOf(`${name} ${repeat}`, randomSeed)));
}

function notesOf(topics: readonly PlannedTopic[]): readonly string[] {
  const unlabelled = topics.filter(({ truth }) => truth === 'verdicts').map(({ name }) => name);
  if (unlabelled.length === 0) return [];
  const names = unlabelled.join(', ');
  return [`the pages have no labels for ${names}: the classifier's own verdicts count as the truth`];
}

/**
 * The crawlers to compare. `all` means every built-in strategy and the strategies of plugins.
 * @throws UsageError for an unknown strategy or classifier
 */
function comparedStrategies(
  { strategies, classifiers }: Pick<CompareSettings, 'strategies' | 'classifiers'>,
  plugins: Plugins,
): readonly string[] {
  const own = plugins.all('strategies').map(({ name }) => name);
  for (const name of strategies) requirePart('strategies', name, plugins, 'strategies', ['all']);
  for (const name of classifiers) requirePart('classifiers', name, plugins, 'classifiers');
  return strategies.includes('all') ? [...STRATEGY_NAMES, ...own] : [...new Set(strategies)];
}
