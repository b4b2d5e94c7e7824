import type { ChangeKind } from './page-outcome.js';

/** A page that is new, changed or gone. */
export interface PageChange {
  readonly kind: ChangeKind;
  readonly url: string;
  readonly title: string;
  readonly why: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Of a new page that is not a seed: the page or sitemap that led to it. */
  readonly foundOn?: string;
  /** Of a new page that was judged by a topic. */
  readonly score?: number;
}

/** Results of a round: the content of `report.json`. */
export interface RoundReport {
  /** 1 for the first. */
  readonly round: number;
  /** The topics, separated by commas; empty without a topic. */
  readonly topic: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Requests for pages. */
  readonly requested: number;
  /** Pages of the collection that were read again and had not changed. */
  readonly unchanged: number;
  /** Pages of the collection that could not be read, and are kept for now. */
  readonly missed: number;
  /** Pages in the collection after the round. */
  readonly pages: number;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Present where not a single page could be fetched and read: why, a line for each reason. */
  readonly noPage?: readonly string[];
  /** New, then changed, then gone, each in the order of the crawl. */
  readonly changes: readonly PageChange[];
}

/** `3 new, 1 changed, 0 gone` */
export function countsText({ counts }: Pick<RoundReport, 'counts'>): string {
  return `${counts.new} new, ${counts.changed} changed, ${counts.gone} gone`;
}

const HEADINGS: Readonly<Record<ChangeKind, string>> = { new: 'New', changed: 'Changed', gone: 'Gone' };

/** A round as Markdown, for people. What comes from pages cannot become markup. */
export function reportMarkdown(report: RoundReport): string {
  const { topic, round, startedAt, endedAt, requested, unchanged, missed, pages } = report;
  const lines = [
    `# ${topic === '' ? 'Round' : `${plain(topic)}: round`} ${round}`,
    '',
    `${startedAt} to ${endedAt}: ${countsText(report)}; ${unchanged} unchanged, ${missed} could not be read.`,
    `${requested} pages were requested. The collection has ${pages} pages.`,
    ...(['new', 'changed', 'gone'] as const).flatMap((kind) => sectionOf(kind, report)),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionOf(kind: ChangeKind, { changes }: RoundReport): readonly string[] {
  const some = changes.filter((change) => change.kind === kind);
  return some.length === 0 ? [] : ['', `## ${HEADINGS[kind]}`, '', ...some.map(itemOf)];
}

function itemOf({ url, title, why, foundOn, score }: PageChange): string {
  const address = url.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character));
  const found = foundOn === undefined ? why : `${why} on ${foundOn}`;
  const judged = score === undefined ? '' : `; on topic with a score of ${score.toFixed(2)}`;
  return `- [${plain(title === '' ? url : title)}](<${address}>): ${plain(`${found}${judged}`)}`;
}

/** Text in one line, in which nothing is markup (CommonMark: every ASCII punctuation character may be escaped). */
function plain(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+!|~&-]/g, '\\$&');
}
