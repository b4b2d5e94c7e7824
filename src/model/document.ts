/** One text of a corpus, as a reader hands it on: plain text, already free of markup. */
export interface CorpusDocument {
  /** Unique and stable within the corpus: a path relative to its source, or the id field of a record. */
  readonly id: string;
  /** Never empty: a reader that finds no title uses the id. */
  readonly title: string;
  /** Unicode NFC, paragraphs separated by an empty line. */
  readonly text: string;
  /** BCP 47 tag, where the source states it or it could be detected. */
  readonly language?: string;
  /** The address that the text was taken from, where the source states it. */
  readonly sourceUrl?: string;
  /** The IRI of what the text is about, where the source states it; else it follows from the address. */
  readonly subject?: string;
  /** The IRI of the crawl that brought the text, where one did. */
  readonly crawl?: string;
}

/** Something in a corpus that could not be read: it is reported, counted and skipped. */
export interface CorpusProblem {
  /** File, or file and line (`data.jsonl:17`). */
  readonly where: string;
  /** Problem and remedy, in one line. */
  readonly message: string;
  /** `empty` for a document that could be read and holds no text. */
  readonly kind?: 'empty';
}

/** Results of a reader: documents and problems in the order in which it meets them. */
export type CorpusItem =
  | { readonly kind: 'document'; readonly document: CorpusDocument }
  | { readonly kind: 'problem'; readonly problem: CorpusProblem };

/** Port: a source of documents, read as a stream so that a corpus need not fit in memory. */
export interface CorpusReader {
  /** Readable name of the source for messages: a path or an address. */
  readonly name: string;
  /** @throws InputError when the source as a whole cannot be read (it does not exist, say). */
  read(): AsyncIterable<CorpusItem>;
}
