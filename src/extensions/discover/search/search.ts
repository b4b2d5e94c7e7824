/** A page that a search found. */
export interface SearchHit {
  /** Absolute, http or https. */
  readonly url: string;
  /** Empty where the search engine gives none. */
  readonly title: string;
  /** A few words of the page, or about it; empty where the search engine gives none. */
  readonly snippet: string;
  /** The address of the answer that listed it, without what is secret in it. */
  readonly foundAt: string;
}

/** Port: finds pages by words. */
export interface SearchEngine {
  /** For messages: an address, or the path of a corpus. */
  readonly name: string;
  /**
   * The best pages for some words, best first, each address once; none when nothing is found. Further parts of the result
   * are requested until there are as many as wanted.
   * @param query words, parted by blanks
   * @param most how many hits are wanted at most
   * @throws InputError when the search engine does not answer, or not as one; Interrupted
   */
  search(query: string, most: number): Promise<readonly SearchHit[]>;
}
