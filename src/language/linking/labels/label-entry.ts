import type { CorpusDocument } from '../../../model/document.js';
import { DBPEDIA_RESOURCE_BASE } from '../../../model/vocabulary.js';
import { iriOfUrl } from '../../../support/rdf/sparql-terms.js';
import { normalForm } from '../../../support/text/normal-form.js';
import { withoutQualifier } from '../../../support/text/ends.js';

/** Way in which a label names its resource, strongest first: `rdfs:label` and `skos:prefLabel`; `skos:altLabel`. */
export type LabelKind = 'preferred' | 'alternative';

/** A name of a resource. */
export interface LabelEntry {
  /** As written, without markup. */
  readonly label: string;
  readonly iri: string;
  readonly kind: LabelKind;
}

/** True if a tag in lower case is the language, a variant of it (`en-gb` for `en`), or empty. */
export function fitsLanguage(tag: string, language: string): boolean {
  return tag === '' || tag === language || tag.startsWith(`${language}-`);
}

type TitledDocument = Pick<CorpusDocument, 'id' | 'title' | 'sourceUrl' | 'subject'>;

/**
 * The titles of documents as names of their subjects. A title with a qualifier in parentheses ('Mercury (planet)') also
 * gives the name without it ('Mercury') as an alternative. A document titled by its file path gives no label.
 * @param iriOf the IRI of the subject of a document that states neither subject nor source URL; for source URLs see {@link subjectIri}
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
    const plain = withoutQualifier(title);
    if (plain !== '' && /\s/.test(title.charAt(plain.length)))
      yield { label: plain, iri, kind: 'alternative' };
  }
}

/**
 * The IRI of the subject of a page: for an article of the English Wikipedia the DBpedia resource, else the URL as an IRI.
 * Non-ASCII characters stay as they are, as in DBpedia; characters that IRI paths do not allow are escaped.
 */
export function subjectIri(sourceUrl: string): string {
  const name = wikipediaName(sourceUrl);
  return name === undefined ? iriOfUrl(sourceUrl) : DBPEDIA_RESOURCE_BASE + name;
}

function wikipediaName(sourceUrl: string): string | undefined {
  const encoded = /^https?:\/\/en\.(?:m\.)?wikipedia\.org\/wiki\/([^?#]+)/iu.exec(sourceUrl)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const title = normalForm(decodeURIComponent(encoded)).trim().replace(/\s+/gu, '_');
    // Wikipedia's titles begin with a capital, whatever the link says.
    const [first = '', ...rest] = title;
    return (first.toUpperCase() + rest.join('')).replace(/["<>\\^`{|}%?#]/gu, encodeURIComponent);
  } catch {
    return undefined;
  }
}
