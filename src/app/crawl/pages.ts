import { checkSettings } from '../../config/resolve.js';
import { pagesFields } from '../../config/pages-settings.js';
import type { PagesOptions } from '../../config/settings.js';
import { given } from '../../support/given.js';
import { crawlDescribed, readAcceptedPages } from '../../building/crawl-corpus.js';
import { checkArguments } from '../../support/check-arguments.js';

/** An accepted page of a crawl as it is handed on: the names of its fields are those that corpora of JSON lines have. */
export interface AcceptedPage {
  /** The address under which the crawl knew it. */
  readonly id: string;
  /** The address after redirects. */
  readonly url: string;
  readonly title: string;
  /** Its main text without the title, Unicode NFC, paragraphs separated by an empty line. */
  readonly text: string;
  /** BCP 47, where it could be detected. */
  readonly language?: string;
  readonly topic: string;
  readonly classifier: string;
  readonly score: number;
  /** When it was fetched and judged, ISO 8601, UTC. */
  readonly fetched: string;
  /** SHA-256 of its body, hexadecimal. */
  readonly checksum?: string;
  /** Links away from a seed. */
  readonly depth: number;
  /** The page on which the link to it was found. */
  readonly referrer?: string;
  /** IRI of the crawl. */
  readonly crawl: string;
}

/**
 * The accepted pages of a crawl in the order in which they were fetched, one at a time.
 * @param warn hears of pages whose text is not there or empty
 * @throws UsageError for settings; InputError where there is no crawl
 */
export async function* acceptedPages(
  out: string,
  options: PagesOptions = {},
  warn: (message: string) => void = () => undefined,
): AsyncGenerator<AcceptedPage> {
  checkArguments('acceptedPages', {
    out: [out, 'string'],
    options: [options, 'object'],
    warn: [warn, 'function'],
  });
  const { minScore = -Infinity, limit = Infinity } = checkSettings(pagesFields, options);
  const { crawl, topic } = await crawlDescribed(out);
  let count = 0;
  for await (const { event, item } of readAcceptedPages(out)) {
    const { url, judgement, time, checksum, depth, referrer } = event;
    if (judgement === undefined || judgement.score < minScore) continue;
    if (item.kind === 'problem') {
      warn(`${item.problem.where}: ${item.problem.message}`);
      continue;
    }
    const { title, text, language, sourceUrl = url } = item.document;
    const { classifier, score } = judgement;
    yield {
      id: url,
      url: sourceUrl,
      title,
      text,
      ...given({ language }),
      topic,
      classifier,
      score,
      fetched: time,
      ...given({ checksum }),
      depth,
      ...given({ referrer }),
      crawl,
    };
    count += 1;
    if (count >= limit) return;
  }
}
