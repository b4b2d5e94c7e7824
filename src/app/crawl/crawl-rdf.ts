import { actionQuads } from '../../crawl/steering/action-quads.js';
import { readActions } from '../../crawl/steering/command-folder.js';
import {
  crawlIri,
  crawlQuads,
  eventQuads,
  topicsOf,
  type CrawlIdentity,
} from '../../crawl/store/crawl-quads.js';
import { endQuads, queuedQuads } from '../../crawl/store/reason-quads.js';
import type { CrawlSummary } from '../../crawl/engine/crawl-types.js';
import { readEvents, readPageText } from '../../crawl/store/result-folder.js';
import type { QueuedUrl } from '../../model/crawl.js';
import { writeNQuads } from '../../kb/files/nquads-file.js';
import { crawlQuadsFile } from '../../knowledge/knowledge-base.js';
import { toNQuads } from '../../support/rdf/quads.js';

/** How a crawl ended, and what it left in its queue. */
export interface CrawlEnd {
  readonly summary: Pick<CrawlSummary, 'ended' | 'until' | 'remaining'>;
  readonly queued: Iterable<QueuedUrl>;
  /** Of the results of a worker of a shared crawl: its number. */
  readonly worker?: number | undefined;
}

/**
 * Writes a crawl as RDF, from the events in its folder, so that memory does not grow with the crawl.
 * @param nif whether the texts of accepted pages are part of it
 * @param file where it is written; default: among the results
 */
export async function writeCrawlQuads(
  identity: CrawlIdentity,
  out: string,
  nif: boolean,
  end?: CrawlEnd,
  file = crawlQuadsFile(out),
): Promise<void> {
  await writeNQuads(file, toNQuads(quadsOfCrawl(identity, out, nif, end)));
}

async function* quadsOfCrawl(
  identity: CrawlIdentity,
  out: string,
  nif: boolean,
  end: CrawlEnd | undefined,
): AsyncGenerator<ReturnType<typeof crawlQuads>[number]> {
  yield* crawlQuads(identity);
  const iri = crawlIri(identity);
  yield* actionQuads(await readActions(out), iri, end?.worker);
  if (end !== undefined) {
    yield* endQuads(end.summary, iri);
    yield* queuedQuads(end.queued, iri);
  }
  const topics = topicsOf(identity);
  for await (const event of readEvents(out)) {
    const kept = nif && event.judgement?.accepted === true;
    yield* eventQuads(event, iri, kept ? await readPageText(out, event.url) : undefined, topics);
  }
}
