import type { CallOptions } from '../../app/settings/call-options.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { pagesWithEvents, type AcceptedPage } from '../../app/crawl/pages.js';
import { crawlDescribed } from '../../app/crawl/accepted-pages.js';
import { hostNamed } from '../../crawling/urls/urls.js';
import { primaryTag } from '../../language/text/language.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { interruptible } from '../../support/interruptible.js';
import { once } from '../../support/once.js';
import { remember } from '../../support/remember.js';
import { cutAt } from '../../support/text/cut-text.js';
import { conlluOf } from './conllu.js';
import {
  corpusExportFields,
  type CorpusExportOptions,
  type CorpusExportSettings,
} from './corpus-export-settings.js';
import { paragraphsOf, type CorpusParagraph, type CorpusText } from './corpus-text.js';
import { openEnglish } from './english-words.js';
import { openOther } from './other-words.js';
import { TEI_END, teiBegin, teiOf } from './tei.js';
import { verticalOf } from './vertical.js';

/** What was written. */
export interface CorpusReport {
  readonly pages: number;
  readonly sentences: number;
  /** Words and punctuation marks. */
  readonly words: number;
  /** Pages without a sentence. */
  readonly empty: number;
  /** Pages in a language without a tagger: their words have neither lemmas nor tags. */
  readonly untagged: number;
}

/** The longest title, in UTF-16 units. Some pages have megabytes. */
const LONGEST_TITLE = 1000;
/** Languages whose readers are kept. */
const LANGUAGES = 100;

/**
 * Writes the accepted pages of a crawl as a corpus to the file that `to` names, or as text to `print`, in the order in which they were
 * fetched and one at a time.
 * @throws UsageError for settings; InputError when the folder is not of a crawl, or its events are damaged; OutputError; what
 *   `signal` says
 */
export async function exportCorpus(
  out: string,
  options: CorpusExportOptions,
  how: CallOptions<number> = {},
  print?: (pieces: AsyncIterable<string>) => Promise<void>,
): Promise<CorpusReport> {
  checkArguments('exportCorpus', { out: [out, 'string'] });
  const settings = checkSettings(corpusExportFields, options);
  const report = { pages: 0, sentences: 0, words: 0, empty: 0, untagged: 0 };
  const pieces = written(out, settings, how, report);
  if (settings.to !== undefined) await replaceFile(settings.to, pieces);
  else if (print !== undefined) await print(pieces);
  else throw new UsageError('no place to write to', { hint: 'name one with --to' });
  return report;
}

type Counts = { -readonly [Name in keyof CorpusReport]: CorpusReport[Name] };

async function* written(
  out: string,
  settings: CorpusExportSettings,
  how: CallOptions<number>,
  report: Counts,
): AsyncGenerator<string> {
  const { crawl, topics } = await crawlDescribed(out);
  const title = topics.length === 0 ? 'Pages of a crawl' : `Pages about ${topics.join(', ')}`;
  if (settings.format === 'tei') yield teiBegin({ title, crawl });
  const write = { conllu: conlluOf, vertical: verticalOf, tei: teiOf }[settings.format];
  for await (const text of textsOf(out, settings, how, report)) yield write(text);
  if (settings.format === 'tei') yield TEI_END;
}

async function* textsOf(
  out: string,
  settings: CorpusExportSettings,
  { signal, logger, onProgress }: CallOptions<number>,
  report: Counts,
): AsyncGenerator<CorpusText> {
  const warn = (message: string): void => logger?.warn(message);
  const english = once(openEnglish);
  const others = remember(openOther, LANGUAGES);
  for await (const { page, event } of interruptible(pagesWithEvents(out, settings, warn), signal)) {
    const { language = ENGLISH } = page;
    const isTagged = primaryTag(language) === ENGLISH;
    const read = isTagged ? english() : others(language);
    const paragraphs: CorpusParagraph[] = [];
    for await (const paragraph of interruptible(paragraphsOf(textWithoutTitle(page, event)), signal)) {
      const sentences = read(paragraph);
      if (sentences.length > 0) paragraphs.push(sentences);
    }
    report.pages += 1;
    if (!isTagged) report.untagged += 1;
    if (paragraphs.length === 0) report.empty += 1;
    for (const sentence of paragraphs.flat()) {
      report.sentences += 1;
      report.words += sentence.length;
    }
    onProgress?.(report.pages);
    yield { number: report.pages, page, host: hostNamed(page.url), title: titleOf(page), paragraphs };
  }
}

/** The text of a page without its title, which is still there where it is too long for one. */
function textWithoutTitle({ text }: AcceptedPage, { title = '' }: CrawlEvent): string {
  const end = text.indexOf('\n\n');
  const first = end < 0 ? text : text.slice(0, end);
  return inOneLine(first) === inOneLine(title) ? text.slice(first.length) : text;
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function titleOf({ title }: AcceptedPage): string {
  const [line = ''] = paragraphsOf(inOneLine(title.slice(0, 20 * LONGEST_TITLE)));
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, cutAt(line, LONGEST_TITLE - 1))}…`;
}
