import { z } from 'zod';
import type { CollectionSettings } from './collection-settings.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { readPageText } from '../../crawling/store/page-files.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { BegunRound, CollectionStore } from './collection-store.js';
import { isMet, readMatter } from './conditions.js';
import { noteLeads, outcomeOf, type ChangeKind } from './page-outcome.js';
import type { PageRecord } from './page-record.js';
import type { PageChange, RoundReport } from './round-report.js';
import { textChange } from './text-change.js';
import type { Judgement } from '../../model/topic.js';
import type { CrawlReport } from '../../app/crawl/crawl-topic.js';
import { roundFolder } from './round-folder.js';

/** What a round brought, before it is committed. */
export interface TakenRound {
  readonly report: RoundReport;
  /** What is known now of each address that the round met. */
  readonly records: Iterable<PageRecord>;
}

const KINDS: readonly ChangeKind[] = ['new', 'changed', 'gone'];
const DESCRIBED = z.object({ crawl: z.string() });

/**
 * Takes the events of a round. Nothing is written, so that it can be done again after any end.
 * @throws InputError when the results of the crawl cannot be read
 */
export async function takeRound(
  settings: CollectionSettings,
  store: CollectionStore,
  round: BegunRound,
  folder: string,
  { topic, summary }: CrawlReport,
): Promise<TakenRound> {
  const records = new Map<string, PageRecord>();
  const changes: PageChange[] = [];
  const read = new Set<string>();
  const referrers: string[] = [];
  const quiet = { unchanged: 0, missed: 0 };
  const hasTopic = topic !== '';
  const from = { settings, folder, number: round.number, hasTopic, isOffline: summary.done === 0 };
  for await (const event of readEvents(folder)) {
    const before = store.page(event.url);
    if (event.state === 'done') read.add(event.url);
    const { record, change } = await takeEvent(event, before, from);
    if (record !== undefined) records.set(event.url, record);
    if (change !== undefined) changes.push(change);
    else if (before?.state === 'kept') quiet[event.state === 'done' ? 'unchanged' : 'missed'] += 1;
    if (change?.kind === 'new') referrers.push(event.referrer ?? '');
  }
  for (const url of referrers) {
    const referrer = records.get(url) ?? store.page(url);
    if (referrer !== undefined) records.set(url, referrer);
  }
  const { crawl } = await readDescription(folder, DESCRIBED);
  const about = { collection: store.id, round: round.number, topic, crawl };
  const startedAt = new Date(round.startedAt).toISOString();
  const { endedAt, fetched: requested, noPage } = summary;
  const changed = { ...quiet, ...reportedChanges(changes, store.kept(), settings) };
  const report: RoundReport = { ...about, startedAt, endedAt, requested, noPage, ...changed };
  return { report, records: noteLeads(records, read, referrers).values() };
}

/** @param before pages of the collection before these changes */
function reportedChanges(
  changes: readonly PageChange[],
  before: number,
  { matters }: CollectionSettings,
): Pick<RoundReport, 'pages' | 'counts' | 'matters' | 'changes'> {
  const counts = countOf(changes);
  return {
    pages: before + counts.new - counts.gone,
    counts,
    matters: matters.filter((text) => isMet(readMatter(text), counts)),
    changes: KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind)),
  };
}

function countOf(changes: readonly PageChange[]): RoundReport['counts'] {
  const count = (kind: ChangeKind): number => changes.filter((change) => change.kind === kind).length;
  return { new: count('new'), changed: count('changed'), gone: count('gone') };
}

/** The round whose events are taken. */
interface TakenFrom {
  readonly settings: CollectionSettings;
  readonly folder: string;
  readonly number: number;
  /** Without a topic, pages are kept without being judged. */
  readonly hasTopic: boolean;
  /** Nothing at all could be fetched: the fault is not the pages'. */
  readonly isOffline: boolean;
}

async function takeEvent(
  event: CrawlEvent,
  before: PageRecord | undefined,
  { settings: { goneAfter, out }, folder, number: round, hasTopic, isOffline }: TakenFrom,
): Promise<{ readonly record?: PageRecord; readonly change?: PageChange }> {
  if (isOffline && event.state === 'failed') return { record: before };
  const text = event.judgement?.accepted === true ? await readPageText(folder, event.url) : undefined;
  const { record, change } = outcomeOf(event, before, { round, text, goneAfter });
  if (change === undefined) return { record };
  if (change.kind === 'new') return { record, change: newPage(event, record, change, hasTopic) };
  const isOld = change.kind === 'changed' && before?.round !== undefined;
  const former = isOld ? await readPageText(roundFolder(out, before.round), event.url) : undefined;
  const differs = former !== undefined && text !== undefined ? { text: textChange(former, text) } : {};
  return { record, change: { ...changeOf(event, record, change), ...differs } };
}

/** Nouns that are named for a new page. */
const MOST_NOUNS = 5;

function newPage(
  event: CrawlEvent,
  record: PageRecord | undefined,
  change: Pick<PageChange, 'kind' | 'why'>,
  hasTopic: boolean,
): PageChange {
  const { referrer: foundOn, judgement } = event;
  const judged = hasTopic && judgement !== undefined ? { judged: judgedOf(judgement) } : {};
  return { ...changeOf(event, record, change), foundOn, ...judged };
}

function judgedOf({ score, reason }: Judgement): NonNullable<PageChange['judged']> {
  const speaking = reason.evidence.filter(({ pull }) => pull > 0).slice(0, MOST_NOUNS);
  return { score, nouns: speaking.map(({ lemma }) => lemma) };
}

function changeOf(
  { url, time, title }: CrawlEvent,
  record: PageRecord | undefined,
  { kind, why }: Pick<PageChange, 'kind' | 'why'>,
): PageChange {
  return { kind, url, title: title ?? record?.title ?? '', why, at: time };
}
