import { describe, expect, it } from '@jest/globals';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { Parser, type Quad } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePages } from '../../../src/extensions/publish/write-pages.js';
import { pageTextFile } from '../../../src/crawling/store/page-files.js';
import { PREFIXES } from '../../../src/model/vocabulary.js';
import { packageVersion } from '../../../src/support/package-version.js';
import { sfwc } from '../../cli/run.js';
import { writeCrawlFolder } from '../../support/crawl-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const CONTEXT = readFileSync(join(import.meta.dirname, '../../support/w3c/anno.jsonld'), 'utf8');
const URL = 'http://a.example/bees';

const EVIDENCE = [
  {
    lemma: 'honey',
    iri: 'http://dbpedia.org/resource/Honey',
    documents: 2,
    idf: 1,
    pull: 1,
    mentions: [[9, 14]],
  },
  { lemma: 'hive', documents: 1, idf: 1, pull: 0.5, mentions: [[19, 23]] },
  // An event of a plugin may name something that is not an IRI.
  { lemma: 'bee', iri: 'not an iri', documents: 1, idf: 1, pull: 0.5, mentions: [[2, 6]] },
] as const;

/** `🐝` is one code point and two code units. */
const PAGES = [
  {
    url: URL,
    title: '🐝 Bees',
    text: '\u{1F36F}honey in "hive"s',
    event: { evidence: EVIDENCE, finalUrl: `${URL}/` },
  },
  { url: 'http://a.example/no-evidence', title: 'Wax', text: 'Wax.' },
];

/** Parses JSON-LD, without requests. */
async function quadsOf(json: string): Promise<readonly Quad[]> {
  const parser = new JsonLdParser({
    documentLoader: {
      load: async (url: string) => {
        if (url !== 'http://www.w3.org/ns/anno.jsonld') throw new Error(`unexpected context ${url}`);
        return JSON.parse(CONTEXT) as Record<string, unknown>;
      },
    },
    strictValues: true,
  });
  const quads: Quad[] = [];
  parser.on('data', (quad: Quad) => quads.push(quad));
  const done = new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject));
  parser.end(json);
  await done;
  return quads;
}

const EXPECTED = `
@prefix as: <http://www.w3.org/ns/activitystreams#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix dcterms: <${PREFIXES.dcterms}> .
@prefix prov: <${PREFIXES.prov}> .
@prefix rdf: <${PREFIXES.rdf}> .
@prefix rdfs: <${PREFIXES.rdfs}> .
@prefix xsd: <${PREFIXES.xsd}> .
<urn:crawl/annotations> a as:OrderedCollection ; rdfs:label "Evidence in the accepted pages of a crawl" ;
  as:generator <http://sfwcrawler.com/software> ; as:totalItems "3"^^xsd:nonNegativeInteger ; as:first <urn:crawl/annotations/page/1> .
<http://sfwcrawler.com/software> a as:Application ; foaf:name "sfwc ${packageVersion()}" .
<urn:crawl/annotations/page/1> a as:OrderedCollectionPage ; as:partOf <urn:crawl/annotations> ; as:startIndex "0"^^xsd:nonNegativeInteger ;
  as:items ( <urn:crawl/decision/1/evidence/1#char=9,14> <urn:crawl/decision/1/evidence/2#char=19,23> <urn:crawl/decision/1/evidence/3#char=2,6> ) .
<urn:crawl/decision/1/evidence/1#char=9,14> a oa:Annotation ; oa:motivatedBy oa:identifying ;
  dcterms:issued "2024-01-01T00:00:00.000Z"^^xsd:dateTime ; as:generator <http://sfwcrawler.com/software> ;
  prov:wasDerivedFrom <urn:crawl/decision/1/evidence/1> ;
  oa:hasBody [ a oa:SpecificResource ; oa:hasPurpose oa:identifying ; oa:hasSource <http://dbpedia.org/resource/Honey> ] ,
    [ a oa:TextualBody ; oa:hasPurpose oa:tagging ; rdf:value "honey" ] ;
  oa:hasTarget [ a oa:SpecificResource ; oa:hasSource <${URL}/> ; oa:renderedVia <http://sfwcrawler.com/software> ;
    oa:hasState [ a oa:TimeState ; oa:sourceDate "2024-01-01T00:00:00.000Z"^^xsd:dateTime ] ;
    oa:hasSelector [ a oa:TextPositionSelector ; oa:start "9"^^xsd:nonNegativeInteger ; oa:end "14"^^xsd:nonNegativeInteger ] ,
      [ a oa:TextQuoteSelector ; oa:exact "honey" ; oa:prefix "🐝 Bees\\n\\n\u{1F36F}" ; oa:suffix " in \\"hive\\"s" ] ] .
<urn:crawl/decision/1/evidence/2#char=19,23> a oa:Annotation ; oa:motivatedBy oa:tagging ;
  dcterms:issued "2024-01-01T00:00:00.000Z"^^xsd:dateTime ; as:generator <http://sfwcrawler.com/software> ;
  prov:wasDerivedFrom <urn:crawl/decision/1/evidence/2> ;
  oa:hasBody [ a oa:TextualBody ; oa:hasPurpose oa:tagging ; rdf:value "hive" ] ;
  oa:hasTarget [ a oa:SpecificResource ; oa:hasSource <${URL}/> ; oa:renderedVia <http://sfwcrawler.com/software> ;
    oa:hasState [ a oa:TimeState ; oa:sourceDate "2024-01-01T00:00:00.000Z"^^xsd:dateTime ] ;
    oa:hasSelector [ a oa:TextPositionSelector ; oa:start "19"^^xsd:nonNegativeInteger ; oa:end "23"^^xsd:nonNegativeInteger ] ,
      [ a oa:TextQuoteSelector ; oa:exact "hive" ; oa:prefix "🐝 Bees\\n\\n\u{1F36F}honey in \\"" ; oa:suffix "\\"s" ] ] .
<urn:crawl/decision/1/evidence/3#char=2,6> a oa:Annotation ; oa:motivatedBy oa:tagging ;
  dcterms:issued "2024-01-01T00:00:00.000Z"^^xsd:dateTime ; as:generator <http://sfwcrawler.com/software> ;
  prov:wasDerivedFrom <urn:crawl/decision/1/evidence/3> ;
  oa:hasBody [ a oa:TextualBody ; oa:hasPurpose oa:tagging ; rdf:value "bee" ] ;
  oa:hasTarget [ a oa:SpecificResource ; oa:hasSource <${URL}/> ; oa:renderedVia <http://sfwcrawler.com/software> ;
    oa:hasState [ a oa:TimeState ; oa:sourceDate "2024-01-01T00:00:00.000Z"^^xsd:dateTime ] ;
    oa:hasSelector [ a oa:TextPositionSelector ; oa:start "2"^^xsd:nonNegativeInteger ; oa:end "6"^^xsd:nonNegativeInteger ] ,
      [ a oa:TextQuoteSelector ; oa:exact "Bees" ; oa:prefix "🐝 " ; oa:suffix "\\n\\n\u{1F36F}honey in \\"hive\\"s" ] ] .
`;

describe('evidence as Web Annotations', () => {
  it('is the expected graph, by the context of the W3C', async () => {
    const out = place();
    writeCrawlFolder(out, PAGES);
    const to = place();
    expect(await writePages(out, { format: 'annotations', to })).toBe(2);
    const quads = await quadsOf(readFileSync(to, 'utf8'));
    expect(isomorphic([...quads], new Parser().parse(EXPECTED))).toBe(true);
  });

  it('goes to standard output, and says which pages have no text', async () => {
    const out = place();
    writeCrawlFolder(out, PAGES);
    rmSync(pageTextFile(out, PAGES[1]!.url));
    const { code, stdout, stderr } = await sfwc(['pages', out, '--format', 'annotations']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'AnnotationCollection', total: 3 });
    expect(stderr).toContain('http://a.example/no-evidence');
  });

  it('is a collection without items where no page is accepted', async () => {
    const out = place();
    writeCrawlFolder(out, []);
    const { stdout } = await sfwc(['pages', out, '--format', 'annotations']);
    expect(JSON.parse(stdout)).toMatchObject({ total: 0, first: { items: [] } });
  });

  it('does not come in chunks', async () => {
    const out = place();
    writeCrawlFolder(out, PAGES);
    const asked = writePages(out, { format: 'annotations', chunks: 50, to: place() });
    expect((await failureOf(asked)).message).toMatch(/--chunks does not apply/);
  });
});
