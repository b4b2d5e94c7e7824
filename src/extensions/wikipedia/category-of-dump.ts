import type { CorpusProblem } from '../../model/document.js';
import { addToList } from '../../support/add-to-list.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../language/corpus/default-options.js';
import { readBytes, SourceEnds } from '../../support/files/source-bytes.js';
import type { Exclusion } from './exclusion.js';
import { readExport, type ExportPage } from './mediawiki/export-pages.js';
import { CATEGORIES, spellTitle, splitTitle, UNKNOWN_SITE, type WikiSite } from './mediawiki/site.js';
import { categoriesInWikitext } from './mediawiki/wikitext.js';

/** A page with the wiki it is from and the categories that its own wikitext puts it into. */
export interface CategorisedPage {
  readonly file: string;
  readonly site: WikiSite;
  readonly page: ExportPage;
  readonly categories: readonly string[];
}

/**
 * All pages of the exports of one wiki, file after file.
 * @param onProblem hears where a file ends before its time; the next file is read all the same
 * @throws InputError when a file cannot be opened
 */
export async function* readPagesOfExports(
  files: readonly string[],
  onProblem: (problem: CorpusProblem) => void,
): AsyncGenerator<CategorisedPage> {
  for (const file of files) {
    let site = UNKNOWN_SITE;
    try {
      for await (const item of readExport(readBytes(file), DEFAULT_CORPUS_OPTIONS.maximumFileBytes)) {
        if (item.kind === 'site') site = item.site;
        else
          yield { file, site, page: item.page, categories: categoriesInWikitext(item.page.wikitext, site) };
      }
    } catch (thrown) {
      if (!(thrown instanceof SourceEnds)) throw thrown;
      onProblem({ where: `${file}:${thrown.position}`, message: thrown.message });
    }
  }
}

/** Which categories lie below which, by names without prefix. */
export type CategoryTree = ReadonlyMap<string, readonly string[]>;

/** Collects the tree from the pages of the categories; of all the pages only the names of categories stay in memory. */
export async function readCategoryTree(pages: AsyncIterable<CategorisedPage>): Promise<CategoryTree> {
  const children = new Map<string, string[]>();
  for await (const { site, page, categories } of pages) {
    if (page.namespace !== CATEGORIES) continue;
    const child = spellTitle(splitTitle(page.title, site)[1], site);
    for (const parent of categories) addToList(children, parent, child);
  }
  return children;
}

/** The category and those below it down to a depth, without the excluded ones; circles end. */
export function categoriesBelow(
  root: string,
  depth: number,
  tree: CategoryTree,
  exclusion: Exclusion,
): ReadonlySet<string> {
  const found = new Set([root]);
  let level = [root];
  for (let below = 0; below < depth && level.length > 0; below += 1) {
    level = level
      .flatMap((name) => tree.get(name) ?? [])
      .filter((name) => !found.has(name) && exclusion(name) === undefined);
    for (const name of level) found.add(name);
  }
  return found;
}
