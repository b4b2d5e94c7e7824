import type { CorpusWikipediaSettings } from './corpus-wikipedia-settings.js';
import {
  categoriesBelow,
  readCategoryTree,
  readPagesOfExports,
  type CategorisedPage,
} from './category-of-dump.js';
import { exclusionFor, exclusionOf } from './exclusion.js';
import { pageRecord } from './mediawiki/mediawiki-export.js';
import { categoryName, UNKNOWN_SITE, type WikiSite } from './mediawiki/site.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError, Interrupted } from '../../model/errors.js';
import {
  writeCorpusFile,
  type WikiCorpusAbout,
  type WikiCorpusEvents,
  type WikiQuestion,
} from './wiki-corpus-file.js';
import { nothingLeft } from './wiki-from-api.js';
import { wikiRecord, type WikiRecord } from './wiki-record.js';

/** How many names of categories an error message suggests. */
const SUGGESTIONS = 5;

/**
 * Makes a corpus of a category from the XML exports of a wiki, which are read twice where subcategories count: once for
 * the tree of categories, once for the pages. Only categories that stand in a page's own wikitext are seen, not those
 * that a template puts it into.
 *
 * A damaged export is reported; what stands before the damage counts.
 * @throws InputError when a file cannot be opened, or no page is in the category; Interrupted; OutputError
 */
export async function corpusFromDump(
  settings: CorpusWikipediaSettings,
  question: WikiQuestion,
  events: WikiCorpusEvents,
): Promise<WikiCorpusAbout> {
  const { dump, maxDepth: depth, out } = settings;
  const exclusion = exclusionOf({
    excludePersons: settings.excludePersons,
    excludeCategories: settings.excludeCategory,
  });
  const tree =
    depth === 0 ? new Map<string, readonly string[]>() : await readCategoryTree(readAll(dump, events));
  const found = new DumpFinds(settings, (name) => categoriesBelow(name, depth, tree, exclusion), events);
  const lines = async function* (): AsyncGenerator<string> {
    for await (const categorised of readAll(dump, events, depth === 0)) {
      const record = found.look(categorised, exclusionFor(categorised.categories, exclusion));
      if (record !== undefined) yield JSON.stringify(record);
      if (found.taken >= (settings.maxDocuments ?? Infinity)) break;
    }
    found.check();
  };
  return writeCorpusFile(out, lines(), () => ({
    question,
    wiki: found.site.name,
    generator: found.site.generator,
    licence: '',
    finished: new Date(events.clock.now()).toISOString(),
    documents: found.taken,
    categories: found.wanted.size,
    leftOut: found.leftOut,
  }));
}

async function* readAll(
  files: readonly string[],
  { onWarning, signal }: WikiCorpusEvents,
  reportProblems = true,
): AsyncGenerator<CategorisedPage> {
  const report = ({ where, message }: CorpusProblem): void => {
    if (reportProblems) onWarning?.(`${where}: ${message}`);
  };
  for await (const page of readPagesOfExports(files, report)) {
    if (signal?.aborted === true)
      throw new Interrupted('interrupted; nothing was written', {
        hint: 'an export is read from its beginning again',
      });
    yield page;
  }
}

/** Chooses pages and counts them. */
class DumpFinds {
  taken = 0;
  known = 0;
  site: WikiSite = UNKNOWN_SITE;
  wanted: ReadonlySet<string> = new Set();
  private readonly reasons = new Map<string, number>();
  private readonly similar = new Set<string>();
  private readonly namespaces: ReadonlySet<number>;
  private category = '';

  constructor(
    private readonly settings: CorpusWikipediaSettings,
    private readonly below: (category: string) => ReadonlySet<string>,
    private readonly events: WikiCorpusEvents,
  ) {
    this.namespaces = new Set(settings.namespace);
  }

  /** The record of a page that belongs into the corpus. */
  look(
    { site, page, categories, file }: CategorisedPage,
    exclusion: string | undefined,
  ): WikiRecord | undefined {
    if (this.category === '' || site !== this.site) {
      this.site = site;
      this.category = categoryName(this.settings.category, site);
      this.wanted = this.below(this.category);
    }
    this.noteSimilar(categories);
    if (!this.namespaces.has(page.namespace) || !categories.some((name) => this.wanted.has(name)))
      return undefined;
    this.known += 1;
    const unfit = page.isRedirect ? 'redirect' : page.model === 'wikitext' ? undefined : 'not-wikitext';
    const reason = unfit ?? exclusion;
    const record = reason === undefined ? this.read({ site, page, categories, file }) : undefined;
    if (record === undefined) this.leave(reason ?? 'no-text');
    else {
      this.taken += 1;
      this.events.onProgress?.(this.taken, this.known);
    }
    return record;
  }

  private read({ file, site, page, categories }: CategorisedPage): WikiRecord | undefined {
    const found = pageRecord(page, site);
    if ('problem' in found) {
      this.events.onWarning?.(`${file}:${found.position}: ${found.problem}`);
      return undefined;
    }
    const { text, language, sourceUrl: url } = found.draft;
    return wikiRecord({ title: page.title, text, language, url, categories });
  }

  /** @throws InputError when there is no document */
  check(): void {
    if (this.taken > 0) return;
    if (this.known > 0) throw nothingLeft(this.category, this);
    const names = [...this.similar];
    throw new InputError(`no page of ${this.settings.dump.join(', ')} is in a category '${this.category}'`, {
      hint:
        names.length === 0
          ? 'check its name; categories that only templates name are not to be seen in an export'
          : `there are: ${names.join(', ')}`,
    });
  }

  get leftOut(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.reasons].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private leave(reason: string): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  private noteSimilar(categories: readonly string[]): void {
    if (this.known > 0 || this.similar.size >= SUGGESTIONS) return;
    const wanted = this.category.toLowerCase();
    const beginning = wanted.slice(0, Math.max(3, Math.ceil(wanted.length / 2)));
    for (const name of categories)
      if (name.toLowerCase().includes(wanted) || name.toLowerCase().startsWith(beginning))
        this.similar.add(name);
  }
}
