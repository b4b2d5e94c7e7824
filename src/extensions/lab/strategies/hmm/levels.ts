/** A page of a labelled browse with its links. */
export interface LabelledPlace {
  readonly url: string;
  readonly relevant: boolean;
  readonly links: readonly string[];
}

/**
 * The hidden state of each page (Batsakis, Petrakis and Milios 2009, section 3.3 and figure 1): its distance in links from
 * the nearest relevant page that it leads to, by the links between the pages of the browse; L0 are the relevant pages, the last
 * level means "that far or farther", and includes pages that lead to no relevant page.
 *
 * @param levels number of levels
 */
export function levelsOf(pages: readonly LabelledPlace[], levels: number): ReadonlyMap<string, number> {
  const last = levels - 1;
  const found = new Map(pages.map(({ url, relevant }) => [url, relevant ? 0 : last]));
  for (let level = 1; level < last; level += 1) {
    const nearer = new Set([...found].filter(([, known]) => known === level - 1).map(([url]) => url));
    for (const { url, links } of pages) {
      if (found.get(url) === last && links.some((link) => nearer.has(link))) found.set(url, level);
    }
  }
  return found;
}

/** The transitions along links between the pages: pairs of levels. */
export function transitionsOf(
  pages: readonly LabelledPlace[],
  levels: ReadonlyMap<string, number>,
): readonly (readonly [from: number, to: number])[] {
  return pages.flatMap(({ url, links }) => {
    const from = levels.get(url);
    return links.flatMap((link) => {
      const to = link === url ? undefined : levels.get(link);
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    });
  });
}
