import type { PageWithEvent } from '../../../app/crawl/pages.js';
import { decisionsOf } from '../../../crawling/store/crawl-quads.js';
import { readPageText } from '../../../crawling/store/page-files.js';
import type { NounEvidence } from '../../../model/topic.js';
import { prov, SFWC_BASE } from '../../../model/vocabulary.js';
import { packageVersion } from '../../../support/package-version.js';
import { iriOfUrl, isIri } from '../../../support/rdf/sparql-terms.js';

/** The context of the Web Annotation Data Model. */
const CONTEXT = 'http://www.w3.org/ns/anno.jsonld';

/** Names sfwc in annotations, as what made them and as what read the pages. */
const SOFTWARE = `${SFWC_BASE}software`;

/** Code points before and after a mention, by which it is found again in a page that has changed. */
const AROUND = 32;

/**
 * The evidence in accepted pages as one collection of Web Annotations (W3C Recommendation, 2017) in JSON-LD: each mention of a
 * noun, with what it means. Positions are in code points of the text that was judged, as in NIF; quotations can be found in
 * the page itself.
 * @param crawl IRI of the crawl
 * @param warn called with pages whose text was not kept
 */
export async function* annotationsOf(
  out: string,
  crawl: string,
  pages: AsyncIterable<PageWithEvent>,
  warn: (message: string) => void,
): AsyncGenerator<string> {
  const collection = `${crawl}/annotations`;
  yield headOf(collection);
  let total = 0;
  for await (const page of pages) {
    const text = await readPageText(out, page.event.url);
    if (text === undefined) {
      warn(`${page.event.url}: its text was not kept, so its evidence cannot be located`);
      continue;
    }
    for (const annotation of annotationsIn(page, crawl, Array.from(text))) {
      yield `${total === 0 ? '' : ','}\n${JSON.stringify(annotation)}`;
      total += 1;
    }
  }
  yield `\n]},\n"total":${total}}\n`;
}

/** The collection up to its first item. */
function headOf(collection: string): string {
  const first = { id: `${collection}/page/1`, type: 'AnnotationPage', partOf: collection, startIndex: 0 };
  const whole = {
    '@context': CONTEXT,
    id: collection,
    type: 'AnnotationCollection',
    label: 'Evidence in the accepted pages of a crawl',
    generator: { id: SOFTWARE, type: 'Software', name: `sfwc ${packageVersion()}` },
  };
  return `${JSON.stringify(whole).slice(0, -1)},\n"first":${JSON.stringify(first).slice(0, -1)},"items":[`;
}

/** @param characters the text that was judged, by code points */
function* annotationsIn(
  { page, event }: PageWithEvent,
  crawl: string,
  characters: readonly string[],
): Generator<object> {
  const part = (begin: number, end: number): string => characters.slice(Math.max(0, begin), end).join('');
  for (const { iri, judgement } of decisionsOf(event, crawl)) {
    for (const [index, noun] of judgement.reason.evidence.entries()) {
      const evidence = `${iri}/evidence/${index + 1}`;
      for (const [start, end] of noun.mentions ?? [])
        yield {
          id: `${evidence}#char=${start},${end}`,
          type: 'Annotation',
          motivation: isLinked(noun) ? 'identifying' : 'tagging',
          generated: event.time,
          generator: SOFTWARE,
          [prov.wasDerivedFrom]: { id: evidence },
          body: bodiesOf(noun),
          target: {
            type: 'SpecificResource',
            source: iriOfUrl(page.url),
            renderedVia: SOFTWARE,
            state: { type: 'TimeState', sourceDate: event.time },
            selector: [
              { type: 'TextPositionSelector', start, end },
              {
                type: 'TextQuoteSelector',
                exact: part(start, end),
                prefix: part(start - AROUND, start),
                suffix: part(end, end + AROUND),
              },
            ],
          },
        };
    }
  }
}

function isLinked({ iri }: NounEvidence): boolean {
  return iri !== undefined && isIri(iri);
}

function bodiesOf(noun: NounEvidence): readonly object[] {
  const tag = { type: 'TextualBody', purpose: 'tagging', value: noun.lemma };
  return isLinked(noun)
    ? [{ type: 'SpecificResource', purpose: 'identifying', source: noun.iri }, tag]
    : [tag];
}
