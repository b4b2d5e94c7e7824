import type { CorpusDocument } from '../../model/document.js';
import { DBPEDIA_RESOURCE_BASE } from '../../model/vocabulary.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import type { LabelEntry } from './label-entry.js';

/** What of a document its labels are made from. */
export type TitledDocument = Pick<CorpusDocument, 'id' | 'title' | 'sourceUrl' | 'subject'>;

/**
 * The titles of a corpus's documents as names of what the documents are about. A title with a qualifier in
 * parentheses ('Mercury (planet)') also names it without ('Mercury'), as an alternative.
 * A document that goes by the path of its file has no title of its own and gives no label.
 *
 * @param iriOf the IRI of what a document is about that states neither that nor its source URL; for one with source URL
 *   see {@link subjectIri}
 */
export function* corpusLabels(
  documents: Iterable<TitledDocument>,
  iriOf: (document: TitledDocument) => string,
): Generator<LabelEntry> {
  for (const document of documents) {
    const { id, title, sourceUrl, subject } = document;
    if (title === id && /[/\\]|\.\p{L}{2,5}$/u.test(id)) continue;
    const iri = subject ?? (sourceUrl === undefined ? iriOf(document) : subjectIri(sourceUrl));
    yield { label: title, iri, kind: 'preferred' };
    const plain = title.replace(/\s+\([^()]*\)\s*$/u, '').trim();
    if (plain !== title && plain !== '') yield { label: plain, iri, kind: 'alternative' };
  }
}

/**
 * The IRI of what a page is about: for an article of the English Wikipedia the DBpedia resource made from it
 * (`https://en.wikipedia.org/wiki/Insulin_pump` → `http://dbpedia.org/resource/Insulin_pump`), else the URL itself as an IRI.
 * Characters outside ASCII stand as they are, as in DBpedia's IRIs; those that no IRI path may hold are escaped.
 */
export function subjectIri(sourceUrl: string): string {
  const name = wikipediaName(sourceUrl);
  return name === undefined ? iriOfUrl(sourceUrl) : DBPEDIA_RESOURCE_BASE + name;
}

function wikipediaName(sourceUrl: string): string | undefined {
  const encoded = /^https?:\/\/en\.(?:m\.)?wikipedia\.org\/wiki\/([^?#]+)/iu.exec(sourceUrl)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const title = decodeURIComponent(encoded).normalize('NFC').trim().replace(/\s+/gu, '_');
    // Wikipedia's titles begin with a capital, however they are linked to.
    const [first = '', ...rest] = title;
    return (first.toUpperCase() + rest.join('')).replace(/["<>\\^`{|}%?#]/gu, encodeURIComponent);
  } catch {
    return undefined;
  }
}
