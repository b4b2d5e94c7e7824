import { webAddress } from '../../web/page/links.js';
import { checkIsMediaWiki, objectOf, type Answer, type WikiApi } from './mediawiki-api.js';
import { InputError } from '../../model/errors.js';
import { endRun } from '../../support/text/ends.js';
import { normalForm } from '../../support/text/normal-form.js';

/** The description that a wiki gives of itself. */
export interface WikiSite {
  readonly name: string;
  /** BCP 47 or MediaWiki's own code, as stated. */
  readonly language: string;
  /** Names of the namespace of categories, besides the English one. */
  readonly categoryNames: readonly string[];
  /** The software that gives the answers. */
  readonly generator: string;
  /** True if titles begin with a capital whatever is written, as on Wikipedia. */
  readonly capitalised: boolean;
  /** Its items are those of Wikidata, where it has any. */
  readonly usesWikidata: boolean;
  /** Name and address of the licence of its texts, as far as it states them. */
  readonly licence: string;
}

/** A page in a category. */
export interface Member {
  readonly id: number;
  readonly title: string;
}

/** One part of the list of what is in a category. */
interface MemberPart {
  readonly pages: readonly Member[];
  /** Names without prefix. */
  readonly subcategories: readonly string[];
  /** Number of all members, those of other namespaces included. */
  readonly size: number;
}

/** Facts about a page that are read before its text. */
export interface PageFacts extends Member {
  readonly url: string | undefined;
  readonly language: string | undefined;
  readonly revision: number | undefined;
  /** Names without prefix, hidden ones too. */
  readonly categories: readonly string[];
  /** Those that the page shows. */
  readonly visibleCategories: readonly string[];
  /** `Q…` */
  readonly item: string | undefined;
  /** Why its text is not to be read: it is gone, a redirect, or of another kind. */
  readonly unfit: 'gone' | 'redirect' | 'not-wikitext' | undefined;
}

const listOf = (value: unknown): readonly Answer[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Reads what a wiki says about itself. @throws InputError for what is no MediaWiki, or one that does not give plain texts */
export async function readSite(api: WikiApi): Promise<WikiSite> {
  const siprop = 'general|namespaces|namespacealiases|extensions|rightsinfo';
  const query = await onlyAnswer(api, { meta: 'siteinfo|wikibase', siprop });
  checkIsMediaWiki(api.address, query);
  if (!listOf(query['extensions']).some(({ name }) => name === 'TextExtracts'))
    throw new InputError(`${api.address} does not give plain texts: it has no extension TextExtracts`, {
      hint: 'make a corpus of its pages in another way, such as sfwc crawl',
    });
  const general = objectOf(query['general']);
  const repository = textOf(objectOf(objectOf(objectOf(query['wikibase'])['repo'])['url'])['base']);
  const rights = objectOf(query['rightsinfo']);
  return {
    name: textOf(general['sitename']),
    language: textOf(general['lang']),
    categoryNames: categoryNamesOf(query),
    capitalised: general['case'] !== 'case-sensitive',
    usesWikidata: /(?:^|[/.])wikidata\.org$/.test(repository),
    licence: [textOf(rights['text']), textOf(rights['url'])].filter((part) => part !== '').join(', '),
    generator: textOf(general['generator']),
  };
}

/** The number of the namespace of categories. */
const CATEGORIES = 14;

function categoryNamesOf(query: Answer): readonly string[] {
  const { name } = objectOf(objectOf(query['namespaces'])[CATEGORIES]);
  const aliases = listOf(query['namespacealiases']).filter(({ id }) => id === CATEGORIES);
  return [textOf(name), ...aliases.map(({ alias }) => textOf(alias))].filter((one) => one !== '');
}

async function onlyAnswer(api: WikiApi, parameters: Readonly<Record<string, string>>): Promise<Answer> {
  for await (const query of api.query(parameters)) return query;
  return {};
}

/** Lists the articles and subcategories of a category, part by part. */
export async function* listMembers(
  api: WikiApi,
  site: WikiSite,
  category: string,
): AsyncGenerator<MemberPart> {
  const parameters = {
    ...{ list: 'categorymembers', cmtitle: `Category:${category}` },
    ...{ cmprop: 'ids|title|type', cmtype: 'page|subcat', cmlimit: 'max' },
  };
  for await (const query of api.query(parameters)) {
    const members = listOf(query['categorymembers']);
    const pages = members.filter(({ type, ns }) => type !== 'subcat' && numberOf(ns) === 0);
    yield {
      size: members.length,
      pages: pages.map(({ pageid, title }) => ({ id: numberOf(pageid), title: textOf(title) })),
      subcategories: members
        .filter(({ type }) => type === 'subcat')
        .map(({ title }) => withoutPrefix(textOf(title), site)),
    };
  }
}

function withoutPrefix(title: string, site: WikiSite): string {
  return spellTitle(title.slice(title.indexOf(':') + 1), site);
}

/** Pages of an answer with all its continuations: lists are put together, of other values the last counts. */
async function pagesOf(
  api: WikiApi,
  parameters: Readonly<Record<string, string>>,
): Promise<Map<number, Answer>> {
  const pages = new Map<number, Record<string, unknown>>();
  for await (const query of api.query(parameters))
    for (const part of listOf(query['pages'])) {
      const page = pages.get(numberOf(part['pageid'])) ?? {};
      for (const [name, value] of Object.entries(part)) {
        const before = page[name];
        page[name] =
          Array.isArray(before) && Array.isArray(value)
            ? [...(before as unknown[]), ...(value as unknown[])]
            : value;
      }
      pages.set(numberOf(part['pageid']), page);
    }
  return pages;
}

/** Facts about pages apart from their text, in the order of the ids; up to 50 at once. */
export async function readFacts(
  api: WikiApi,
  site: WikiSite,
  members: readonly Member[],
): Promise<readonly PageFacts[]> {
  const pages = await pagesOf(api, {
    pageids: members.map(({ id }) => id).join('|'),
    prop: 'info|pageprops|categories',
    ...{ inprop: 'url', ppprop: 'wikibase_item', clprop: 'hidden', cllimit: 'max' },
  });
  return members.map((member) => factsOf(member, pages.get(member.id) ?? { missing: true }, site));
}

function factsOf(member: Member, page: Answer, site: WikiSite): PageFacts {
  const categories = listOf(page['categories']).map(({ title, hidden }) => ({
    name: withoutPrefix(textOf(title), site),
    isHidden: hidden === true,
  }));
  const item = textOf(objectOf(page['pageprops'])['wikibase_item']);
  return {
    id: member.id,
    title: textOf(page['title']) || member.title,
    url: webAddress(textOf(page['canonicalurl'])),
    language: textOf(page['pagelanguage']) || site.language,
    revision: typeof page['lastrevid'] === 'number' ? page['lastrevid'] : undefined,
    categories: categories.map(({ name }) => name),
    visibleCategories: categories.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    item: site.usesWikidata && /^Q\d+$/.test(item) ? item : undefined,
    unfit: unfitness(page),
  };
}

function unfitness(page: Answer): PageFacts['unfit'] {
  if (page['missing'] === true || page['invalid'] === true) return 'gone';
  if (page['redirect'] === true) return 'redirect';
  return (page['contentmodel'] ?? 'wikitext') === 'wikitext' ? undefined : 'not-wikitext';
}

/** The plain text of one page as the wiki gives it; the API gives whole texts for one page at a time only. */
export async function readExtract(api: WikiApi, id: number): Promise<string> {
  const pages = await pagesOf(api, {
    ...{ pageids: String(id), prop: 'extracts' },
    ...{ explaintext: '1', exsectionformat: 'wiki', exlimit: '1' },
  });
  return extractToText(textOf(pages.get(id)?.['extract']));
}

/** A name in Unicode NFC, with single blanks for blanks and `_`. */
function tidyName(name: string): string {
  return normalForm(name)
    .replace(/[\s_]+/gu, ' ')
    .trim();
}

/** A name by which names are compared: case does not matter. */
export function sameName(name: string): string {
  return tidyName(name).toLowerCase();
}

/** The title as the wiki writes it: capital at the beginning where the wiki has it so. */
function spellTitle(title: string, { capitalised }: Pick<WikiSite, 'capitalised'>): string {
  const [first = '', ...rest] = tidyName(title);
  return (capitalised ? first.toUpperCase() : first) + rest.join('');
}

/** A category's name without `Category:`, in whatever language that is written, as the wiki spells it. */
export function categoryName(written: string, site: Pick<WikiSite, 'categoryNames' | 'capitalised'>): string {
  const [prefix = '', ...rest] = written.split(':');
  const isPrefix = ['Category', ...site.categoryNames].map(sameName).includes(sameName(prefix));
  return spellTitle(isPrefix && rest.length > 0 ? rest.join(':') : written, site);
}

/**
 * The text of an extract of the TextExtracts extension with headings in wiki form (`== History ==`), without the
 * headings of empty sections, such as those of lists of references.
 */
function extractToText(extract: string): string {
  const kept: string[] = [];
  /** Headings of fewer marks have text below them. */
  let filled = 0;
  for (const line of extract.split('\n').reverse()) {
    const { marks, heading } = headingOf(line.trimEnd());
    if (marks < 2) kept.push(line);
    else if (marks < filled) kept.push('', heading, '');
    if (marks >= 2) filled = Math.min(filled, marks);
    else if (line.trim() !== '') filled = Number.POSITIVE_INFINITY;
  }
  return kept
    .reverse()
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The text between the marks of a heading, and how many stand on each side: two to six, else it is none. */
function headingOf(line: string): { readonly marks: number; readonly heading: string } {
  const before = /^={0,6}/.exec(line)?.[0].length ?? 0;
  const marks = Math.min(before, line.length - endRun(line, /=/), Math.floor(line.length / 2));
  return { marks, heading: line.slice(marks, line.length - marks).trim() };
}
