import type { CorpusDocument } from '../../model/document.js';
import { dcterms, itsrdf, LINKER_IRIS, nif, rdf, sfwc } from '../../model/vocabulary.js';
import { codePointOffsets } from '../../support/text/cut-text.js';
import { fullText } from '../../support/text/full-text.js';
import { nifText, type Description, type Statement } from '../../support/rdf/quads.js';
import { iri, text as literal } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import type { DocumentAnalysis } from './analysis.js';
import type { TopicIris } from './iris.js';
import type { CountedNoun } from './krs.js';

/**
 * The NIF layer of one document: its text as a `nif:Context` (title, empty line, text, in Unicode NFC) and every mention
 * of a noun as a string of it, with offsets in code points (Hellmann et al. 2013, NIF 2.0; fragments of RFC 5147).
 * `itsrdf:taAnnotatorsRef` names the linker of a linked one; `sfwc:mentionOf` leads from a mention to the schema's entity.
 */
export function* nifLayer(
  document: CorpusDocument,
  analysis: DocumentAnalysis,
  iris: TopicIris,
): Generator<Description> {
  const place = iris.document(document.id);
  const about: readonly Statement[] = [
    [dcterms.title, literal(document.title)],
    [dcterms.source, iri(place)],
    ...(document.sourceUrl === undefined
      ? []
      : [[nif.sourceUrl, iri(iriOfUrl(document.sourceUrl))] as const]),
  ];
  const text = fullText(document);
  const { contextQuads, part } = nifText(place, text, iris.nif, about);
  yield contextQuads;
  const codePoint = codePointOffsets(text);
  for (const [begin, end, index] of analysis.mentions) {
    const noun = analysis.nouns[index];
    if (noun === undefined) continue;
    const anchor = text.slice(begin, end);
    const statements: Statement[] = [...mentionStatements(noun), [sfwc.mentionOf, iri(iris.entity(noun))]];
    yield part(codePoint(begin), codePoint(end), anchor, statements).quads;
  }
}

function mentionStatements(noun: CountedNoun): Statement[] {
  const linker = LINKER_IRIS.get(noun.linker ?? '');
  return [
    [rdf.type, iri(noun.kind === 'word' ? nif.Word : nif.Phrase)],
    [nif.lemma, literal(noun.lemma)],
    [nif.posTag, literal(noun.tag)],
    ...(noun.iri === undefined ? [] : [[itsrdf.taIdentRef, iri(iriOfUrl(noun.iri))] as const]),
    ...(linker === undefined ? [] : [[itsrdf.taAnnotatorsRef, iri(linker)] as const]),
  ];
}
