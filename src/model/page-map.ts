/** Counts of the terms of a text. */
type Terms = ReadonlyMap<string, number>;

/** Pages in two dimensions by their words: pages with the same words are near each other. */
export interface PageMap {
  /** In the order of the pages; without a unit. */
  readonly points: readonly MapPoint[];
  /** The largest first. */
  readonly groups: readonly PageGroup[];
  readonly place: (page: Terms) => MapPoint;
}

/** Place of a page, and the number of its group. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
  readonly group: number;
}

/** Pages with similar words. */
export interface PageGroup {
  readonly size: number;
  /** The words that tell it from the others, the most telling first. */
  readonly words: readonly string[];
  /** Middle of the group on the map. */
  readonly x: number;
  readonly y: number;
  /** The page that is nearest to its middle, as a place in the list of pages. */
  readonly typical: number;
}
