import { crawlDescribed, readAcceptedPages } from '../../app/crawl/accepted-pages.js';
import { hostNamed } from '../../crawling/urls/urls.js';
import { acceptingTopics } from '../../model/topic-judgements.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageMetadata } from '../../model/page-metadata.js';
import { PARTS } from '../../judging/parts.js';
import { given } from '../../support/given.js';
import { sha256 } from '../../support/hash.js';

/** A page as it is pushed. */
export interface PushedPage {
  /** By the address under which the crawl knows it, so that a page is always the same document. */
  readonly id: string;
  readonly url: string;
  /** What an index holds of it; undefined where its text cannot be read. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/** The fields of documents and their types, the same in OpenSearch and Elasticsearch. */
export const MAPPINGS = {
  properties: {
    url: { type: 'keyword', ignore_above: 8000 },
    title: { type: 'text' },
    host: { type: 'keyword' },
    topic: { type: 'keyword' },
    score: { type: 'double' },
    accepted_at: { type: 'date' },
    fetched_at: { type: 'date' },
    language: { type: 'keyword' },
    // What pages state of themselves may be a year alone, or no date at all, which is no reason to refuse a document.
    published: { type: 'date', ignore_malformed: true },
    modified: { type: 'date', ignore_malformed: true },
    authors: { type: 'keyword', ignore_above: 8000 },
    site: { type: 'keyword', ignore_above: 8000 },
    licence: { type: 'keyword', ignore_above: 8000 },
    description: { type: 'text' },
    crawl: { type: 'keyword' },
    nouns: {
      type: 'nested',
      properties: { lemma: { type: 'keyword' }, iri: { type: 'keyword' }, weight: { type: 'double' } },
    },
    text: { type: 'text' },
  },
} as const;

/** The first 128 bits of a checksum, in hexadecimal. */
export function documentId(url: string): string {
  return sha256(url).slice(0, 32);
}

/**
 * The accepted pages of a crawl, in the order of its events, with what they state of themselves as far as the crawl or `sfwc extract`
 * has read it.
 * @param warn hears of pages whose text cannot be read
 * @throws InputError when the folder is not of a crawl
 */
export async function* pushedPages(out: string, warn: (message: string) => void): AsyncGenerator<PushedPage> {
  const { crawl, topics } = await crawlDescribed(out);
  const stated = await (await PARTS.openMetadata())(out);
  try {
    for await (const { event, item } of readAcceptedPages(out)) {
      const page = { id: documentId(event.url), url: event.url };
      if (item.kind === 'problem') {
        warn(`${item.problem.where}: ${item.problem.message}`);
        yield page;
        continue;
      }
      const { title, text, language, sourceUrl = event.url } = item.document;
      yield {
        ...page,
        document: {
          ...{ url: sourceUrl, title, host: hostNamed(sourceUrl) },
          ...verdictFields(event, topics),
          fetched_at: event.rejudged?.time ?? event.time,
          ...given({ language }),
          ...statedFields(await stated.kept(event)),
          ...{ crawl, text },
        },
      };
    }
  } finally {
    await stated.close();
  }
}

function statedFields({ published, modified, authors, site, licence, description }: PageMetadata = {}) {
  return given({
    published: published?.value,
    modified: modified?.value,
    authors: authors?.value,
    site: site?.value,
    licence: licence?.value,
    description: description?.value,
  });
}

function verdictFields(
  { judgement, time, rejudged }: CrawlEvent,
  topics: readonly string[],
): Readonly<Record<string, unknown>> {
  if (judgement === undefined) return {};
  const accepting = judgement.topics === undefined ? topics : acceptingTopics(judgement);
  return {
    topic: accepting,
    score: judgement.score,
    // Of a page that was judged again, `time` is when that was.
    accepted_at: rejudged?.accepted === true ? rejudged.time : time,
    nouns: judgement.reason.evidence.map(({ lemma, iri, pull }) => ({
      lemma,
      ...given({ iri }),
      weight: pull,
    })),
  };
}
