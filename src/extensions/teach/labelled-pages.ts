import { judgedTextOf } from '../../judging/relevance/acceptance.js';
import { openArchives } from '../../app/crawl/setup/network.js';
import { openKeptPages, type KeptPages } from '../../crawling/store/kept-pages.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';
import type { JudgedText } from '../../judging/relevance/evidence.js';
import { storedPages } from '../../language/corpus/stored-pages.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CorpusProblem } from '../../model/document.js';
import type { Page } from '../../model/page.js';
import { sha256 } from '../../support/hash.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { createPageReader } from '../../web/page/reader.js';
import { readLabels, type WrittenLabel } from './label-file.js';

/** A page that a person labelled: what it says, or how a crawl judged it, or both. */
export interface LabelledPage extends Pick<WrittenLabel, 'where' | 'positive' | 'weight'> {
  /** Absent where its text was not kept. */
  readonly page?: Page;
  /** Judgement of a crawl, if one judged it. */
  readonly recorded?: RecordedScore;
}

/** The score that a page had in a crawl. */
export interface RecordedScore {
  readonly crawl: string;
  readonly classifier: string;
  readonly score: number;
  /** Opinions of its members, if the verdict depended on other pages. */
  readonly members?: JudgedText;
}

type OnProblem = (problem: CorpusProblem) => void;

/**
 * Reads the labels in files. A page that was labelled several times counts once, as most of its labels say.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a file that cannot be read
 */
export async function readWrittenLabels(
  files: readonly string[],
  onProblem: OnProblem,
): Promise<readonly WrittenLabel[]> {
  const written: WrittenLabel[] = [];
  for (const file of files) for await (const label of readLabels(file, onProblem)) written.push(label);
  return withoutRepeats(written, onProblem);
}

/**
 * Finds the pages of labels. Addresses are looked up in the crawls that the files of the labels belong to, and in those
 * that the settings name.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a crawl that cannot be read
 */
export async function readLabelledPages(
  once: readonly WrittenLabel[],
  named: readonly string[],
  onProblem: OnProblem,
): Promise<readonly LabelledPage[]> {
  const folders = new Set([...once.flatMap(({ crawl }) => crawl ?? []), ...named]);
  const found = await findInCrawls(once, folders);
  const pages: LabelledPage[] = [];
  for (const label of once) {
    const { where, positive, weight } = label;
    const resolved = found.get(label) ?? (await pageOfLabel(label, folders.size));
    if (typeof resolved === 'string') onProblem({ where, message: resolved });
    else pages.push({ where, positive, weight, ...resolved });
  }
  return pages;
}

/** One label for each page, the first; where labels differ, as most of them say. */
function withoutRepeats(labels: readonly WrittenLabel[], onProblem: OnProblem): WrittenLabel[] {
  const groups = new Map<string, WrittenLabel[]>();
  for (const label of labels) {
    const key = keyOf(label);
    groups.set(key, [...(groups.get(key) ?? []), label]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const yes = group.filter(({ positive }) => positive).length;
    const message = 'left out: as many labels say yes as say no';
    if (first === undefined) return [];
    if (2 * yes !== group.length) return [{ ...first, positive: 2 * yes > group.length }];
    onProblem({ where: first.where, message });
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

type Found = Pick<LabelledPage, 'page' | 'recorded'>;

/** The pages of labelled addresses in crawls, the first crawl that has one first. */
async function findInCrawls(
  labels: readonly WrittenLabel[],
  folders: Iterable<string>,
): Promise<Map<WrittenLabel, Found>> {
  const found = new Map<WrittenLabel, Found>();
  for (const folder of folders) {
    const kept = openKeptPages(folder);
    const events = await eventsByAddress(folder);
    for (const label of labels) {
      if (!('url' in label.page) || found.get(label)?.page !== undefined) continue;
      const event = events.get(addressKey(label.page.url));
      const here = event && (await foundIn(kept, event, folder));
      if (here !== undefined) found.set(label, here);
    }
  }
  return found;
}

async function eventsByAddress(folder: string): Promise<ReadonlyMap<string, CrawlEvent>> {
  const judged: CrawlEvent[] = [];
  for await (const event of readEvents(folder))
    if (event.fetched && event.judgement !== undefined) judged.push(event);
  return new Map([
    ...judged.flatMap((event) =>
      event.finalUrl === undefined ? [] : [[addressKey(event.finalUrl), event] as const],
    ),
    ...judged.map((event) => [addressKey(event.url), event] as const),
  ]);
}

async function foundIn(kept: KeptPages, event: CrawlEvent, crawl: string): Promise<Found | undefined> {
  const page = await kept.pageOf(event);
  const recorded = event.judgement && recordedScore(event.judgement, crawl);
  if (page !== undefined) return { page, recorded };
  return recorded === undefined ? undefined : { recorded };
}

function recordedScore(
  { classifier, score, reason }: NonNullable<CrawlEvent['judgement']>,
  crawl: string,
): RecordedScore {
  return { crawl, classifier, score, members: judgedTextOf(reason) };
}

/** The page of a label that is in no crawl, or why it is not available. */
async function pageOfLabel({ page }: WrittenLabel, crawls: number): Promise<Found | string> {
  if ('text' in page) {
    const { text, title = '' } = page;
    return { page: { ...emptyPage('text:'), title, text } };
  }
  if ('file' in page) return pageOfFile(page.file);
  return crawls === 0
    ? `no text is known of ${page.url}: name the crawl that fetched it with --crawl, or give its text`
    : `no page of the crawls is ${page.url}; give its text or the crawl that fetched it`;
}

/** Larger files are not pages. */
const MAX_BYTES = 64 * 1_048_576;

async function pageOfFile(file: string): Promise<Found | string> {
  for await (const stored of storedPages([file], { maxBytes: MAX_BYTES, openArchives })) {
    if ('error' in stored) return `${file}: ${stored.error}`;
    if ('page' in stored) return { page: stored.page };
    return { page: createPageReader().read(stored.body, stored.url, stored.contentType) };
  }
  return `${file} holds no page`;
}
