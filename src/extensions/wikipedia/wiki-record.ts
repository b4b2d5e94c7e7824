import { tidyText } from '../../language/corpus/draft.js';
import { subjectIri } from '../../language/linking/labels/label-entry.js';
import { DBPEDIA_RESOURCE_BASE, WIKIDATA_ENTITY_BASE } from '../../model/vocabulary.js';

/** One line of a corpus from a wiki, by the names under which the reader of JSON lines looks. */
export interface WikiRecord {
  /** The canonical address of the page; its title where it has none. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly language?: string;
  readonly url?: string;
  /** Subject of the page: for the English Wikipedia the DBpedia resource, else the Wikidata item. */
  readonly iri?: string;
  /** The Wikidata item, where the wiki names it. */
  readonly wikidata?: string;
  readonly revision?: number;
  readonly categories: readonly string[];
}

/** A page as it was found. */
export interface FoundPage {
  readonly title: string;
  readonly text: string;
  readonly language: string | undefined;
  /** Canonical address. */
  readonly url: string | undefined;
  /** `Q…` of Wikidata. */
  readonly item?: string;
  readonly revision?: number;
  readonly categories: readonly string[];
}

/** Makes a record of a page; undefined when it holds no text. */
export function wikiRecord(page: FoundPage): WikiRecord | undefined {
  const { title, language, url, item, revision, categories } = page;
  const text = tidyText(page.text);
  if (!/\p{L}/u.test(text)) return undefined;
  const wikidata = item === undefined ? undefined : WIKIDATA_ENTITY_BASE + item;
  const subject = url === undefined ? undefined : subjectIri(url);
  const iri = subject?.startsWith(DBPEDIA_RESOURCE_BASE) === true ? subject : wikidata;
  return {
    id: url ?? title,
    title,
    text,
    language,
    url,
    iri,
    wikidata,
    revision,
    categories,
  };
}
