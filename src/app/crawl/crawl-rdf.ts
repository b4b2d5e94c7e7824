import { actionQuads } from '../../crawl/steering/action-quads.js';
import { readActions } from '../../crawl/steering/command-folder.js';
import { crawlIri, crawlQuads, eventQuads, type CrawlIdentity } from '../../crawl/store/crawl-quads.js';
import { readEvents, readPageText } from '../../crawl/store/result-folder.js';
import { writeNQuads } from '../../kb/files/nquads-file.js';
import { crawlQuadsFile } from '../../knowledge/knowledge-base.js';
import { toNQuads } from '../../support/rdf/quads.js';

/**
 * Writes a crawl as RDF, from the events in its folder, so that memory does not grow with the crawl.
 * @param nif whether the texts of accepted pages are part of it
 */
export async function writeCrawlQuads(identity: CrawlIdentity, out: string, nif: boolean): Promise<void> {
  await writeNQuads(crawlQuadsFile(out), toNQuads(quadsOfCrawl(identity, out, nif)));
}

async function* quadsOfCrawl(
  identity: CrawlIdentity,
  out: string,
  nif: boolean,
): AsyncGenerator<ReturnType<typeof crawlQuads>[number]> {
  yield* crawlQuads(identity);
  const iri = crawlIri(identity);
  yield* actionQuads(await readActions(out), iri);
  const names = [identity.topic].flat();
  const iris = [identity.topicIri].flat();
  const topics = new Map(names.length === 1 ? [] : names.map((name, place) => [name, iris[place] ?? '']));
  for await (const event of readEvents(out)) {
    const kept = nif && event.judgement?.accepted === true;
    yield* eventQuads(event, iri, kept ? await readPageText(out, event.url) : undefined, topics);
  }
}
