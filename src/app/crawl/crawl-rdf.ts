import * as rdf from '../../crawling/store/crawl-quads.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { writeNQuads } from '../../knowledge/files/nquads-file.js';
import { crawlQuadsFile } from '../../knowledge/places/knowledge-base.js';
import { nquadsOf, toNQuads } from '../../support/rdf/quads.js';
import type { QueuedUrl } from '../../model/crawl-event.js';

/** End of a crawl, and its remaining queue. */
interface CrawlEnd {
  readonly summary: Pick<CrawlSummary, 'ended' | 'until' | 'remaining'>;
  readonly queued: Iterable<QueuedUrl>;
}

/** Characters of the RDF of queued URLs that are handed on at once, about: as much as an event has. */
const QUEUED_CHARACTERS = 20_000;

/**
 * Writes a crawl as RDF, from the events in its folder, so that memory does not grow with the crawl.
 * @param nif true if the texts of accepted pages are part of it
 * @param file where it is written; default: among the results
 */
export async function writeCrawlQuads(
  identity: rdf.CrawlIdentity,
  out: string,
  nif: boolean,
  end?: Pick<CrawlSummary, 'ended' | 'until'>,
  file = crawlQuadsFile(out),
): Promise<void> {
  await writeNQuads(file, piecesOfCrawl(identity, out, nif, end));
}

async function* piecesOfCrawl(
  identity: rdf.CrawlIdentity,
  out: string,
  nif: boolean,
  end: Pick<CrawlSummary, 'ended' | 'until'> | undefined,
): AsyncGenerator<string> {
  const iri = rdf.crawlIri(identity);
  yield nquadsOf([rdf.crawlQuads(identity)]);
  yield nquadsOf(rdf.actionQuads(await readActions(out), iri));
  if (end !== undefined) {
    yield nquadsOf(rdf.endQuads(end.summary, iri));
    yield* toNQuads(rdf.queuedQuads(end.queued, iri), QUEUED_CHARACTERS);
  }
  const topics = rdf.topicsOf(identity);
  let isFirst = true;
  for await (const event of readEvents(out)) {
    const text = nif && event.judgement?.accepted === true ? await readPageText(out, event) : undefined;
    yield nquadsOf(rdf.eventQuads(event, iri, text, topics));
    if (event.metadata === undefined) continue;
    if (isFirst) yield nquadsOf([rdf.setQuads(iri)]);
    isFirst = false;
  }
}
