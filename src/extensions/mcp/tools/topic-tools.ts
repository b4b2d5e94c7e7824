import path from 'node:path';
import { z } from 'zod';
import type { BuildReport } from '../../../app/topics/build-topic.js';
import { topicName } from '../../../app/settings/common.js';
import { PARTS, type Part } from '../../../judging/parts.js';
import { UsageError } from '../../../model/errors.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { crawlArgument } from '../schemas.js';
import { addTool, type Call } from '../tool.js';
import { mayChange, type Workplace } from '../workplace.js';

type TopicInfo = Extract<Parameters<Part<'topicInfo'>['infoText']>[0], { readonly name: string }>;

/** Problems of a corpus that are listed. */
const MOST_PROBLEMS = 50;

/** The topics of the knowledge base, and what could not be read. Empty when the folder does not exist or is empty. */
export async function topicsOf({ settings, logger }: Workplace): Promise<{
  readonly topics: readonly TopicInfo[];
  readonly unreadable: readonly string[];
}> {
  const { kb } = settings;
  const topics: TopicInfo[] = [];
  const unreadable: string[] = [];
  if (!(await holdsTopics(kb))) return { topics, unreadable };
  const warn = (message: string): void => logger.warn(message);
  const { describeUnits } = await PARTS.topicInfo();
  for await (const info of describeUnits({ kbs: [kb], settings: {}, warn })) {
    if ('name' in info) topics.push(info);
    else unreadable.push(`${info.where}: ${info.message}`);
  }
  return { topics, unreadable };
}

async function holdsTopics(kb: string): Promise<boolean> {
  if (!(await fileExists(kb))) return false;
  const { knowledgeBaseFiles } = await import('../../../knowledge/files/kb-folder.js');
  return knowledgeBaseFiles(kb).then(
    () => true,
    () => false,
  );
}

/** Adds the tools that list topics and build them. */
export function addTopicTools(workplace: Workplace): void {
  addList(workplace);
  addBuild(workplace);
}

const listedTopic = z.object({
  name: z.string(),
  language: z.string(),
  documents: z.number(),
  nouns: z.number().describe('Distinct nouns'),
  linkedNouns: z.number().describe('Distinct nouns that are linked to a meaning'),
  backgroundDocuments: z.number(),
  classifiers: z.array(z.string()).describe('Files of trained classifiers and other parts'),
});

function addList(workplace: Workplace): void {
  const { server, logger } = workplace;
  addTool(
    server,
    logger,
    'list_topics',
    {
      title: 'List topics',
      description:
        'Lists the topics of the knowledge base. A topic is built from texts and judges whether pages and texts are about it.',
      input: {},
      output: {
        topics: z.array(listedTopic),
        unreadable: z.array(z.string()),
      },
      reads: true,
    },
    async () => {
      const { topics, unreadable } = await topicsOf(workplace);
      return {
        topics: topics.map((info) => ({
          ...info,
          nouns: info.entities,
          linkedNouns: info.linkedEntities,
          backgroundDocuments: info.background?.documents ?? 0,
          classifiers: info.files
            .map(({ file }) => path.basename(file))
            .filter((file) => file.startsWith('classifier-')),
        })),
        unreadable: [...unreadable],
      };
    },
  );
}

const buildInput = {
  topic: topicName.describe('Name of the topic'),
  sources: z.array(z.string().min(1).max(4096)).max(1000).default([]).describe('Folders and files of texts'),
  background: z
    .array(z.string().min(1).max(4096))
    .max(1000)
    .default([])
    .describe('Folders and files of texts on other subjects'),
  labels: z
    .array(z.string().min(1).max(4096))
    .max(100)
    .default([])
    .describe('RDF files with labels to link nouns to'),
  crawls: z
    .array(crawlArgument)
    .max(100)
    .default([])
    .describe('Crawls whose accepted pages are texts of the topic'),
  mode: z
    .enum(['new', 'add', 'rebuild'])
    .default('new')
    .describe('new: the topic must not exist; add: keep its texts and add these; rebuild: replace it'),
  force: z
    .boolean()
    .default(false)
    .describe(
      'Build a topic of a single text, by which pages are judged badly until more are added (--force)',
    ),
};

const buildOutput = {
  topic: z.string(),
  documents: z.number(),
  nouns: z.number().describe('Distinct nouns'),
  linkedNouns: z.number(),
  backgroundDocuments: z.number(),
  added: z.number().optional(),
  replaced: z.number().optional(),
  seconds: z.number(),
  problemCount: z.number(),
  problems: z.array(z.string()).describe('What was skipped, and why; the first ones'),
  warnings: z.array(z.string()),
};

function addBuild(workplace: Workplace): void {
  const { server, logger } = workplace;
  addTool(
    server,
    logger,
    'build_topic',
    {
      title: 'Build a topic',
      description:
        'Builds a topic from texts (folders or files: .txt, .md, .html, .pdf, .docx, .odt, .epub, .jsonl, .csv …), or adds texts to it. ' +
        'Twelve or more English texts about one subject give a usable topic; background texts on other subjects, of the kind ' +
        'of the pages, may make verdicts more accurate. May take minutes; reports progress, and can be cancelled: then the topic stays as it was.',
      input: buildInput,
      output: buildOutput,
    },
    (asked, call) => build(workplace, asked, call),
  );
}

interface BuildAsked {
  readonly topic: string;
  readonly sources: readonly string[];
  readonly background: readonly string[];
  readonly labels: readonly string[];
  readonly crawls: readonly string[];
  readonly mode: 'new' | 'add' | 'rebuild';
  readonly force: boolean;
}

async function build(workplace: Workplace, asked: BuildAsked, { signal, progress }: Call) {
  mayChange(workplace, 'build topics');
  const { settings, files, crawls, server } = workplace;
  const { topic, mode } = asked;
  if (asked.sources.length + asked.crawls.length === 0)
    throw new UsageError('nothing to build from', { hint: 'give sources or crawls' });
  await checkMode(workplace, topic, mode);
  const findAll = (written: readonly string[]): Promise<string[]> => Promise.all(written.map(files.find));
  const crawled = await Promise.all(asked.crawls.map(crawls.folderOf));
  const sources = [...(await findAll(asked.sources)), ...crawled];
  const warnings: string[] = [];
  const { buildTopic } = await import('../../../app/topics/build-topic.js');
  const [background, labels] = [await findAll(asked.background), await findAll(asked.labels)];
  const report = await buildTopic(
    sources,
    {
      topic,
      kb: settings.kb,
      add: mode === 'add',
      force: asked.force,
      background: background.length === 0 ? undefined : background,
      labels: labels.length === 0 ? undefined : labels,
    },
    {
      onWarning: (message) => void warnings.push(message),
      onProgress: (done, total) => progress(done, total, `${done} of ${total} documents read`),
      signal,
    },
  );
  server.sendResourceListChanged();
  return { ...shownReport(report), warnings };
}

function shownReport(report: BuildReport) {
  const { statistics, problems, change } = report;
  return {
    ...report,
    documents: statistics.documents,
    nouns: statistics.entities,
    linkedNouns: statistics.linkedEntities,
    added: change?.added,
    replaced: change?.replaced,
    problemCount: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS).map(({ where, message }) => `${where}: ${message}`),
  };
}

async function checkMode(workplace: Workplace, topic: string, mode: BuildAsked['mode']): Promise<void> {
  const { topicFile } = await import('../../../knowledge/files/kb-folder.js');
  const exists = await fileExists(topicFile(workplace.settings.kb, topic));
  if (exists && mode === 'new')
    throw new UsageError(`topic '${topic}' exists already`, {
      hint: "choose mode 'add' to add texts to it, or 'rebuild' to replace it",
    });
  if (!exists && mode === 'add')
    throw new UsageError(`topic '${topic}' does not exist, so that texts cannot be added to it`, {
      hint: "choose mode 'new'",
    });
}
