import { languageTag } from '../../../web/page/metadata.js';
import { Unreadable } from '../../../language/corpus/draft.js';
import type {
  CorpusSettings,
  FoundRecord,
  RecordFormat,
} from '../../../language/corpus/records/record-files.js';
import { readExport, type ExportPage } from './export-pages.js';
import { ARTICLES, pageAddress, UNKNOWN_SITE, type WikiSite } from './site.js';
import { wikitextToText } from './wikitext.js';

/** Whether a page is a text to read: in one of these namespaces, in wikitext, and no redirect. */
export function isArticle(page: ExportPage, namespaces: ReadonlySet<number>): boolean {
  return namespaces.has(page.namespace) && !page.isRedirect && page.model === 'wikitext';
}

/** The page as a record; its id is its address, which is also that of the page on the web. */
export function pageRecord(page: ExportPage, site: WikiSite): FoundRecord {
  const { line: position, title, wikitext } = page;
  const url = pageAddress(site, title);
  try {
    const draft = {
      title,
      text: wikitextToText(wikitext),
      language: languageTag(site.language),
      sourceUrl: url,
    };
    return { position, id: url ?? title, draft };
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { position, problem: `${title}: ${thrown.message}` };
  }
}

async function* readRecords(
  openBytes: () => AsyncIterable<Uint8Array>,
  { maximumFileBytes }: CorpusSettings,
): AsyncGenerator<FoundRecord> {
  const namespaces = new Set([ARTICLES]);
  let site = UNKNOWN_SITE;
  let articles = 0;
  for await (const item of readExport(openBytes(), maximumFileBytes)) {
    if (item.kind === 'site') site = item.site;
    else if (isArticle(item.page, namespaces)) {
      articles += 1;
      yield pageRecord(item.page, site);
    }
  }
  if (articles === 0)
    yield { position: 1, problem: 'the export holds no article (namespace 0, no redirect); check the file' };
}

/**
 * An XML export of a MediaWiki, as Special:Export, dumpBackup.php and Wikipedia's dumps are (.xml; also with .gz or
 * .bz2): the articles (namespace 0) in their newest revision, their wikitext as plain text. Redirects and pages of other
 * kinds are skipped. Ids are the addresses of the pages. Streamed; one page is in memory.
 *
 * Other XML, a damaged file and an article without text are problems with their line, after decompression.
 */
export const mediaWikiFormat: RecordFormat = { unit: 'line', hasGlobalIds: true, read: readRecords };
