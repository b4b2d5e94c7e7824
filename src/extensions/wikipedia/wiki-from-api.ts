import type { CorpusWikipediaSettings } from './corpus-wikipedia-settings.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { createWikiApi, type WikiApi } from './mediawiki-api.js';
import {
  countMembers,
  listMembers,
  readExtract,
  readFacts,
  readSite,
  readWikitexts,
  similarCategories,
  type ApiSite,
  type Member,
  type PageFacts,
} from './api-queries.js';
import { CategoryWalk } from './category-walk.js';
import { exclusionFor, exclusionOf, type Exclusion } from './exclusion.js';
import { categoryName } from './mediawiki/site.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError, Interrupted, messageOf } from '../../model/errors.js';
import {
  writeCorpusFile,
  type WikiCorpusAbout,
  type WikiCorpusEvents,
  type WikiQuestion,
} from './wiki-corpus-file.js';
import { openJournal, type Happening, type WikiJournal } from './wiki-journal.js';
import { wikiRecord } from './wiki-record.js';

/** Services of reading a category. */
interface Reading {
  readonly api: WikiApi;
  readonly site: ApiSite;
  readonly namespaces: ReadonlySet<number>;
  readonly useExtracts: boolean;
  readonly exclusion: Exclusion;
  readonly walk: CategoryWalk;
  readonly journal: WikiJournal;
  readonly events: WikiCorpusEvents;
}

/**
 * Makes a corpus of a category through the API of a MediaWiki. What has been fetched is on disk at once
 * (`OUT.partial`), from which the next run continues.
 *
 * Text comes from the extension TextExtracts where the wiki has it, else from the wikitext. Redirects, pages without text
 * and pages in excluded categories are left out and counted.
 *
 * @throws InputError when there is no such category or the wiki gives no answer; Interrupted; the hint of either says what
 *   is saved and how to continue; OutputError
 */
export async function corpusFromApi(
  settings: CorpusWikipediaSettings,
  question: WikiQuestion,
  events: WikiCorpusEvents & { readonly fetcher: Fetcher },
): Promise<WikiCorpusAbout> {
  const { fetcher, clock, signal, onWarning } = events;
  const api = createWikiApi({
    api: settings.api,
    fetcher,
    delaySeconds: settings.delay,
    retries: settings.retries,
    clock,
    signal,
    warn: onWarning,
  });
  try {
    const site = await readSite(api);
    if (settings.textFrom === 'extracts' && !site.hasExtracts)
      throw new InputError(`${site.name} has no extension TextExtracts`, {
        hint: 'use --text-from wikitext',
      });
    return await readWiki(api, site, settings, question, events);
  } catch (thrown) {
    // With a hint, it says already what is saved.
    if (!(thrown instanceof Interrupted) || thrown.hint !== undefined) throw thrown;
    throw new Interrupted('interrupted before the first page; nothing was saved');
  }
}

async function readWiki(
  api: WikiApi,
  site: ApiSite,
  settings: CorpusWikipediaSettings,
  question: WikiQuestion,
  events: WikiCorpusEvents,
): Promise<WikiCorpusAbout> {
  const { out, force, maxDepth: depth, maxDocuments: limit, excludePersons, excludeCategory } = settings;
  const category = categoryName(settings.category, site);
  const exclusion = exclusionOf({ excludePersons, excludeCategories: excludeCategory });
  const walk = new CategoryWalk(category, { depth, limit, exclusion });
  const useExtracts = settings.textFrom === 'auto' ? site.hasExtracts : settings.textFrom === 'extracts';
  const namespaces = new Set(settings.namespace);
  const journal = await openJournal(out, question, force);
  try {
    for await (const happening of journal.happenings()) replay(walk, happening);
    if (walk.known === 0) await checkCategory(api, category, site);
    else
      events.onWarning?.(
        `continues where it was interrupted: ${walk.taken} documents are in ${journal.file}`,
      );
    await readCategory({ api, site, namespaces, useExtracts, exclusion, walk, journal, events });
    if (walk.taken === 0) throw nothingLeft(category, walk);
    const about = await writeCorpusFile(out, lines(journal), () => ({
      question,
      wiki: site.name,
      generator: site.generator,
      licence: site.licence,
      finished: new Date(events.clock.now()).toISOString(),
      documents: walk.taken,
      categories: walk.categories,
      leftOut: walk.leftOut,
    }));
    await journal.remove();
    return about;
  } catch (thrown) {
    await (walk.taken === 0 ? journal.remove() : journal.close());
    throw walk.taken === 0 ? thrown : resumable(thrown, walk.taken, journal.file);
  }
}

function replay(walk: CategoryWalk, happening: Happening): void {
  if (happening.kind === 'listed') walk.listed(happening.category, happening.part);
  else if (happening.kind === 'took') walk.took(happening.id);
  else walk.left(happening.id, happening.reason);
}

/** Fetches what is missing. Each answer is in the journal before the next request. */
async function readCategory(reading: Reading): Promise<void> {
  const { api, site, namespaces, walk, events } = reading;
  for (let step = walk.step(); step !== undefined; step = walk.step()) {
    if (step.kind === 'list') {
      const part = await listMembers(api, site, step, namespaces);
      await record(reading, { kind: 'listed', category: step.category, part });
    } else await readPages(reading, step.pages);
    events.onProgress?.(walk.taken, walk.known);
  }
}

async function record({ journal, walk }: Reading, happening: Happening): Promise<void> {
  await journal.append(happening);
  replay(walk, happening);
}

async function readPages(reading: Reading, pages: readonly Member[]): Promise<void> {
  const { api, site, walk, events, exclusion, useExtracts } = reading;
  const wanted: PageFacts[] = [];
  for (const facts of await readFacts(api, site, pages)) {
    const reason = facts.unfit ?? exclusionFor(facts.categories, exclusion);
    if (reason === undefined) wanted.push(facts);
    else await record(reading, { kind: 'left', id: facts.id, title: facts.title, reason });
  }
  const ids = wanted.map(({ id }) => id);
  const texts =
    useExtracts || ids.length === 0 ? new Map<number, () => string>() : await readWikitexts(api, ids);
  for (const facts of wanted) {
    if (walk.isFull()) return;
    const text = useExtracts
      ? await readExtract(api, facts.id)
      : readText(texts.get(facts.id), facts, events);
    await record(reading, finishPage(facts, text));
    events.onProgress?.(walk.taken, walk.known);
  }
}

/** The text of a page; one that cannot be read is reported and counts as empty. */
function readText(
  read: (() => string) | undefined,
  { title }: PageFacts,
  { onWarning }: WikiCorpusEvents,
): string {
  try {
    return read?.() ?? '';
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    onWarning?.(`${title}: ${messageOf(thrown)}`);
    return '';
  }
}

function finishPage(facts: PageFacts, text: string): Happening {
  const { id, title, visibleCategories } = facts;
  const made = wikiRecord({ ...facts, text, categories: visibleCategories });
  return made === undefined
    ? { kind: 'left', id, title, reason: 'no-text' }
    : { kind: 'took', id, record: made };
}

async function* lines(journal: WikiJournal): AsyncGenerator<string> {
  for await (const happening of journal.happenings())
    if (happening.kind === 'took') yield JSON.stringify(happening.record);
}

async function checkCategory(api: WikiApi, category: string, site: ApiSite): Promise<void> {
  if ((await countMembers(api, category)) !== undefined) return;
  const similar = await similarCategories(api, category);
  throw new InputError(`${site.name} has nothing in a category '${category}'`, {
    hint: similar.length === 0 ? 'check its name on the wiki' : `there are: ${similar.join(', ')}`,
  });
}

/** No page has become a document. */
function nothingLeft(
  category: string,
  { known, leftOut }: Pick<CategoryWalk, 'known' | 'leftOut'>,
): InputError {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${reason} ${count}`);
  const why = reasons.length === 0 ? '' : ` (left out: ${reasons.join(', ')})`;
  return new InputError(`none of the ${known} pages of category '${category}' became a document${why}`, {
    hint: 'read subcategories with --max-depth, or leave less out',
  });
}

/** The same error, with what is saved and how to continue. */
function resumable(thrown: unknown, taken: number, file: string): unknown {
  const hint = `${taken} documents are saved in ${file}; run the same command again to continue`;
  if (thrown instanceof Interrupted) return new Interrupted('interrupted', { hint });
  if (!(thrown instanceof InputError)) return thrown;
  return new InputError(thrown.message, {
    hint: thrown.hint === undefined ? hint : `${thrown.hint}; ${hint}`,
    cause: thrown,
  });
}
