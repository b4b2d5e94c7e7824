import { openArchives } from '../../app/crawl/setup/network.js';
import { createAnnotationPool } from '../../app/topics/building/annotation-pool.js';
import type { LabelSource, TextReading } from '../../app/topics/train-topic.js';
import { openKeptPages } from '../../crawling/store/kept-pages.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';

import { contentOfPage } from '../../judging/topic/page-content.js';
import { storedPages } from '../../language/corpus/stored-pages.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CorpusProblem } from '../../model/document.js';
import type { Page } from '../../model/page.js';

import { concurrentMap } from '../../support/concurrent-map.js';
import { sha256 } from '../../support/hash.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { fullText } from '../../support/text/full-text.js';
import { without } from '../../support/without.js';
import { createPageReader } from '../../web/page/reader.js';
import { readLabelFile, type WrittenLabel } from './label-file.js';
import { refuseFewLabels, trainWithLabels, type Label } from './labelled-model.js';
import { addToList } from '../../support/batches.js';
import { judgedText } from '../../judging/topic/evidence-mentions.js';

/** A page that a person labelled. */
export interface LabelledPage extends Pick<WrittenLabel, 'where' | 'positive' | 'weight'> {
  readonly page: Page;
}

type OnProblem = (problem: CorpusProblem) => void;

/**
 * The labels in files.
 * @param crawls result folders in which labelled addresses are looked up, besides the crawls that the files belong to
 */
export function labelsIn(files: readonly string[], crawls: readonly string[] = []): LabelSource {
  return async (onProblem) => {
    const written = await readWrittenLabels(files, onProblem);
    refuseFewLabels(written, written.length);
    return async (reading) => {
      const labels = await annotateLabels(await readLabelledPages(written, crawls, onProblem), reading);
      return (learner, set, settings) => trainWithLabels(learner, set, labels, settings);
    };
  };
}

/** Reads labelled pages as classifiers do, each bounded as a page that is judged. @throws the signal's reason */
export async function annotateLabels(
  pages: readonly LabelledPage[],
  { plan, plugins, workers, words, signal }: TextReading,
): Promise<readonly Label[]> {
  const pool = createAnnotationPool(plan, workers, { signal, plugins });
  const labels: Label[] = [];
  try {
    const read = concurrentMap(pages, pool.size, async ({ page: whole, ...label }): Promise<Label> => {
      const { page } = judgedText(whole);
      const { nouns, mentions } = await pool.annotate(fullText(page));
      const placed = mentions.flatMap(([begin, end, place]) => {
        const noun = nouns[place];
        return noun === undefined ? [] : [{ ...without(noun, 'mentions'), begin, end }];
      });
      return { ...label, content: contentOfPage({ page, nouns: placed }, words) };
    });
    for await (const label of read) labels.push(label);
    return labels;
  } finally {
    await pool.close();
  }
}

/**
 * Reads the labels in files. A page that was labelled several times counts once, as most of its labels say.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a file that cannot be read
 */
export async function readWrittenLabels(
  files: readonly string[],
  onProblem: OnProblem,
): Promise<readonly WrittenLabel[]> {
  const groups = new Map<string, WrittenLabel[]>();
  for (const file of files)
    for await (const label of readLabelFile(file, onProblem)) addToList(groups, keyOf(label), label);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const yes = group.filter(({ positive }) => positive).length;
    if (first === undefined) return [];
    if (2 * yes !== group.length) return [{ ...first, positive: 2 * yes > group.length }];
    onProblem({ where: first.where, message: 'left out: as many labels say yes as say no' });
    return [];
  });
}

function keyOf({ page }: WrittenLabel): string {
  if ('url' in page) return `url ${addressKey(page.url)}`;
  return 'file' in page ? `file ${page.file}` : `text ${sha256(page.text)}`;
}

function addressKey(url: string): string {
  return normaliseUrl(url) ?? url;
}

/**
 * Finds the pages of labels. Addresses are looked up in the crawls that the files of the labels belong to, and in those
 * that are named, the first crawl that has one first.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a crawl that cannot be read
 */
export async function readLabelledPages(
  labels: readonly WrittenLabel[],
  named: readonly string[],
  onProblem: OnProblem,
): Promise<readonly LabelledPage[]> {
  const folders = new Set([...labels.flatMap(({ crawl }) => crawl ?? []), ...named]);
  const found = await findInCrawls(labels, folders);
  const pages: LabelledPage[] = [];
  for (const label of labels) {
    const { where, positive, weight } = label;
    const page = found.get(label) ?? (await pageOfLabel(label));
    if (typeof page === 'string') onProblem({ where, message: page });
    else pages.push({ where, positive, weight, page });
  }
  return pages;
}

async function findInCrawls(
  labels: readonly WrittenLabel[],
  folders: Iterable<string>,
): Promise<ReadonlyMap<WrittenLabel, Page>> {
  const found = new Map<WrittenLabel, Page>();
  for (const folder of folders) {
    const kept = openKeptPages(folder);
    const events = await eventsByAddress(folder);
    for (const label of labels) {
      if (!('url' in label.page) || found.has(label)) continue;
      const event = events.get(addressKey(label.page.url));
      const page = event && (await kept.pageOf(event));
      if (page !== undefined) found.set(label, page);
    }
  }
  return found;
}

async function eventsByAddress(folder: string): Promise<ReadonlyMap<string, CrawlEvent>> {
  const [asked, answered] = [new Map<string, CrawlEvent>(), new Map<string, CrawlEvent>()];
  for await (const event of readEvents(folder)) {
    if (!event.fetched || event.judgement === undefined) continue;
    asked.set(addressKey(event.url), event);
    if (event.finalUrl !== undefined) answered.set(addressKey(event.finalUrl), event);
  }
  return new Map([...answered, ...asked]);
}

/** The page of a label that is in no crawl, or why it is not available. */
async function pageOfLabel({ page }: WrittenLabel): Promise<Page | string> {
  if ('text' in page) return { ...emptyPage('text:'), title: page.title ?? '', text: page.text };
  if ('file' in page) return pageOfFile(page.file);
  return `no text is known of ${page.url}: name the crawl that kept it with --crawl, or give its text`;
}

/** Larger files are not pages. */
const MAX_BYTES = 64 * 1_048_576;

async function pageOfFile(file: string): Promise<Page | string> {
  for await (const stored of storedPages([file], { maxBytes: MAX_BYTES, openArchives })) {
    if ('error' in stored) return `${file}: ${stored.error}`;
    if ('page' in stored) return stored.page;
    return createPageReader().read(stored.body, stored.url, stored.contentType);
  }
  return `${file} holds no page`;
}
