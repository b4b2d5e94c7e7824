import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CompareSettings } from '../compare-settings.js';
import { knowledgeBaseFiles, topicNameOf } from '../../../knowledge/files/kb-folder.js';
import { InputError, messageOf, UsageError } from '../../../model/errors.js';
import { sha256 } from '../../../support/hash.js';
import { sample, seededRandom, seedOf } from '../../../support/random.js';
import type { VirtualWeb, WebTopic } from '../../../web/stored/virtual-web.js';
import { loadPlugins } from '../../../judging/plugins/registry.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import { readSeeds } from '../../../app/crawl/setup/read-seeds.js';
import { strategyWarning } from '../../../app/crawl/setup/open-strategy.js';
import { openStoredWeb } from '../../../app/crawl/setup/network.js';
import type { CompareJob } from './job.js';
import { checksumsOf, comparedStrategies } from './own-parts.js';

/** A topic to compare on. */
export interface PlannedTopic {
  /** Name in the knowledge base. */
  readonly name: string;
  readonly truth: 'labels' | 'verdicts';
  readonly seeds: readonly string[];
  /** Pages that were given to the topic builder. */
  readonly corpus: readonly string[];
  /** Without seeds and corpus; empty without labels. */
  readonly targets: readonly string[];
  /** Of the topic in the knowledge base. */
  readonly checksum: string;
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
 * @throws InputError when web, knowledge base, truth, seeds or plugins cannot be read, or there is no topic to compare
 *   on; UsageError for an unknown strategy or classifier
 */
export async function planComparison(options: CompareSettings): Promise<ComparePlan> {
  const plugins = await loadPlugins(options.plugin);
  const modules = await checksumsOf(plugins);
  const own = new Set([...plugins.all('strategies'), ...plugins.all('classifiers')].map(({ name }) => name));
  const settings = { ...options, strategies: [...comparedStrategies(options, plugins)] };
  if (parsePlace(settings.kb).path === undefined) {
    throw new UsageError(
      'a comparison needs the texts of its topics, which a SPARQL endpoint does not hold',
      {
        hint: 'build the topics into a folder: sfwc build … --kb DIR',
      },
    );
  }
  const { web, topics: webTopics } = await openStoredWeb(settings.web, settings);
  const truth = settings.truth === undefined ? undefined : await readTruth(settings.truth, web);
  const names = await topicNames(settings, webTopics);
  const topics: PlannedTopic[] = [];
  for (const name of names) topics.push(await planTopic(name, settings, { webTopics, truth }));
  const jobs = topics.flatMap((topic) => jobsOf(topic, settings, { web, own, modules }));
  return { topics, jobs, webPages: web.pages.length, notes: notesOf(topics, settings) };
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

interface Known {
  readonly webTopics: readonly WebTopic[];
  readonly truth: ReadonlyMap<string, readonly string[]> | undefined;
}

async function planTopic(
  name: string,
  settings: CompareSettings,
  { webTopics, truth }: Known,
): Promise<PlannedTopic> {
  const { facts } = await openTopic(settings.kb, name);
  const webTopic = findTopic(webTopics, name);
  const seeds = settings.seeds.length > 0 ? await readSeeds(settings.seeds) : (webTopic?.seeds ?? []);
  if (seeds.length === 0) {
    throw new UsageError(`topic '${name}' does not have seeds in this web`, {
      hint: 'name the seeds: --seeds',
    });
  }
  const corpus = webTopic?.corpus ?? [];
  const given = new Set([...seeds, ...corpus]);
  const relevant = truth === undefined ? webTopic?.targets : truth.get(name);
  if (truth !== undefined && relevant === undefined) {
    throw new InputError(`${settings.truth ?? ''} names no page about '${name}'`, {
      hint: `it has: ${[...truth.keys()].join(', ')}`,
    });
  }
  return {
    name,
    truth: relevant === undefined ? 'verdicts' : 'labels',
    seeds,
    corpus,
    targets: (relevant ?? []).filter((url) => !given.has(url)),
    checksum: facts.checksum,
  };
}

/**
 * Reads the pages of each topic: lines `URL TAB topic`; a page may have several topics. Lines that begin with # are
 * comments. @throws InputError naming file and line
 */
async function readTruth(file: string, web: VirtualWeb): Promise<ReadonlyMap<string, readonly string[]>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const pages = new Set(web.pages);
  const topics = new Map<string, string[]>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [page = '', topic = ''] = line.split('\t').map((part) => part.trim());
    if (topic === '') {
      throw new InputError(`${file}:${index + 1}: expected two columns separated by a tab: page URL, topic`);
    }
    if (!pages.has(page)) throw new InputError(`${file}:${index + 1}: ${web.name} has no page ${page}`);
    topics.set(topic, [...(topics.get(topic) ?? []), page]);
  }
  return topics;
}

/** The web of a comparison, the names of the parts of plugins, and the checksums of their modules. */
interface Compared {
  readonly web: VirtualWeb;
  readonly own: ReadonlySet<string>;
  readonly modules: readonly string[];
}

function jobsOf(topic: PlannedTopic, settings: CompareSettings, compared: Compared): readonly CompareJob[] {
  const labelled = topic.truth === 'labels';
  const classifiers = settings.classifiers.length > 0 ? settings.classifiers : [undefined];
  const jobs: CompareJob[] = [];
  for (const classifier of classifiers) {
    for (let repeat = 0; repeat < settings.repeat; repeat += 1) {
      const seeds = seedsOf(topic, settings, repeat);
      for (const strategy of settings.strategies) {
        const job = {
          topic: topic.name,
          classifier,
          strategy,
          repeat,
          seeds,
          ...(labelled
            ? { targets: topic.targets, members: [...topic.targets, ...topic.corpus, ...topic.seeds] }
            : {}),
        };
        jobs.push({ ...job, key: keyOf(job, topic, settings, compared) });
      }
    }
  }
  return jobs;
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

function keyOf(
  job: Omit<CompareJob, 'key'>,
  topic: PlannedTopic,
  settings: CompareSettings,
  { web, own, modules }: Compared,
): string {
  const { maxPages, maxDepth, follow, thesaurus, anyLanguage } = settings;
  const what = {
    ...job,
    follow,
    checksum: topic.checksum,
    thesaurus: job.classifier === 'thesaurus' ? thesaurus : '',
    web: [path.basename(web.name), web.pages.length],
    limits: [maxPages, maxDepth],
    modules: own.has(job.strategy) || own.has(job.classifier ?? '') ? modules : [],
    ...(anyLanguage ? { anyLanguage } : {}),
  };
  return sha256(JSON.stringify(what)).slice(0, 16);
}

function notesOf(topics: readonly PlannedTopic[], settings: CompareSettings): readonly string[] {
  const early = settings.strategies
    .map((name) => strategyWarning(name, settings.maxPages))
    .filter((warning) => warning !== undefined);
  const unlabelled = topics.filter(({ truth }) => truth === 'verdicts').map(({ name }) => name);
  if (unlabelled.length === 0) return early;
  return [
    ...early,
    `the pages have no labels for ${unlabelled.join(', ')}: the classifier's own verdicts count as the truth`,
  ];
}
