import * as quads from '../../crawling/store/crawl-quads.js';
import type { CrawlIdentity } from '../../crawling/store/crawl-quads.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import type { CrawlSummary } from '../../crawling/engine/crawl-counts.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { writeNQuads } from '../../knowledge/files/nquads-file.js';
import { crawlQuadsFile } from '../../knowledge/places/knowledge-base.js';
import { nquadsOf } from '../../support/rdf/quads.js';

/**
 * Writes a crawl as RDF, from the events in its folder, so that memory does not grow with the crawl.
 * @param withTexts true if the texts of accepted pages are part of it
 * @param end absent while the crawl runs
 */
export async function writeCrawlQuads(
  identity: CrawlIdentity,
  out: string,
  withTexts: boolean,
  end?: Pick<CrawlSummary, 'ended' | 'until'>,
  file = crawlQuadsFile(out),
): Promise<void> {
  await writeNQuads(file, piecesOfCrawl(identity, out, withTexts, end));
}

async function* piecesOfCrawl(
  identity: CrawlIdentity,
  out: string,
  withTexts: boolean,
  end: Pick<CrawlSummary, 'ended' | 'until'> | undefined,
): AsyncGenerator<string> {
  const iri = quads.crawlIri(identity);
  yield nquadsOf([quads.crawlQuads(identity)]);
  yield nquadsOf(quads.actionQuads(await readActions(out), iri));
  if (end !== undefined) yield nquadsOf([quads.endQuads(end, iri)]);
  const topics = quads.topicsOf(identity);
  let isFirst = true;
  for await (const event of readEvents(out)) {
    const kept = withTexts && event.judgement?.accepted === true;
    const text = kept ? await readPageText(out, event) : undefined;
    yield nquadsOf(quads.eventQuads(event, iri, text, topics));
    if (event.metadata === undefined) continue;
    if (isFirst) yield nquadsOf([quads.setQuads(iri)]);
    isFirst = false;
  }
}
