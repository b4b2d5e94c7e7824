/** An article of a collection whose links are ids of other articles. */
export interface WikiArticle {
  readonly id: string;
  readonly title: string;
  /** Paragraphs separated by empty lines; headings are lines without indentation. */
  readonly text: string;
  readonly links: readonly string[];
}
