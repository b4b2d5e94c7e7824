import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import { reportFields, type ReportOptions } from './report-settings.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { wordReaderFor } from '../../language/text/word-readers.js';
import { countTerms, type TermCounts } from '../../judging/learning/term-counts.js';
import { detectLanguage } from '../../language/text/language.js';
import { WORD_LANGUAGES } from '../../language/text/stop-words.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import { gatherFacts } from './report/crawl-facts.js';
import { mapPages, READ_CHARACTERS } from './report/page-map.js';
import { checkArguments } from '../../support/check-arguments.js';
import { loadOptional } from '../../support/optional-packages.js';
import { remember } from '../../support/remember.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { describeCrawl } from './describe-crawl.js';

/** Report of what was written. */
export interface CrawlReport {
  /** The page. */
  readonly file: string;
  readonly bytes: number;
  /** Accepted pages, and those of them that the map shows. */
  readonly accepted: number;
  readonly mapped: number;
  /** Accepted pages whose texts are not in the folder, or are cut; of very many pages those of a sample. */
  readonly missing: number;
}

/**
 * Writes a crawl as one HTML page, to be read and printed: its course, hosts, what the accepted pages are about, samples with
 * reasons, and what was missed. It needs nothing else, no script and no network. A crawl that runs is reported as it stands.
 *
 * @throws UsageError for settings; InputError when the folder is not of a crawl;
 *   MissingPackageError when @observablehq/plot is not installed; OutputError
 */
export async function reportCrawl(
  out: string,
  options: ReportOptions = {},
  deps: { readonly clock?: Clock } = {},
): Promise<CrawlReport> {
  checkArguments('reportCrawl', {
    out: [out, 'string'],
    options: [options, 'object'],
    deps: [deps, 'object'],
  });
  const { clock = systemClock } = deps;
  const { to: file = path.join(out, 'report.html'), title } = checkSettings(reportFields, options);
  const { topics, ...described } = await describeCrawl(out);
  const { crawlReportHtml } = await loadOptional(
    '@observablehq/plot',
    () => import('./report/report-html.js'),
  );
  const facts = await gatherFacts(readEvents(out));
  const words: TermCounts[] = [];
  let missing = 0;
  for (const event of facts.drawn) {
    const text = await readPageText(out, event);
    if (text === undefined) missing += 1;
    words.push(await wordsOf(text ?? ''));
  }
  const map = mapPages(words);
  const html = crawlReportHtml({
    title: title ?? (topics === '' ? 'Crawl without a topic' : topics),
    ...described,
    facts,
    map,
    madeAt: new Date(clock.now()).toISOString(),
  });
  await replaceFile(file, html);
  return {
    file,
    bytes: Buffer.byteLength(html),
    accepted: facts.verdicts.accepted,
    mapped: map?.points.length ?? 0,
    missing,
  };
}

const readerFor = remember((language: string) => wordReaderFor(language), 100);

/** Counts of the words of a text, in its language. */
async function wordsOf(whole: string): Promise<TermCounts> {
  const text = whole.slice(0, READ_CHARACTERS);
  const language = (await detectLanguage(text)) ?? ENGLISH;
  const known = language === ENGLISH || WORD_LANGUAGES.includes(language) ? language : ENGLISH;
  return countTerms(readerFor(known)(text));
}
