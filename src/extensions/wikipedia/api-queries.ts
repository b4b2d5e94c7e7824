import { webAddress } from '../../web/page/links.js';
import { checkIsMediaWiki, objectOf, type Answer, type WikiApi } from './mediawiki-api.js';
import { extractToText } from './mediawiki/article-sections.js';
import { spellTitle, type WikiSite } from './mediawiki/site.js';
import { wikitextToText } from './mediawiki/wikitext.js';

/** Facts about a wiki that are needed to read it. */
export interface ApiSite extends WikiSite {
  /** It gives plain text itself (extension TextExtracts). */
  readonly hasExtracts: boolean;
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
export interface MemberPart {
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

/** Reads what a wiki says about itself. @throws InputError when the address is not that of a MediaWiki's API */
export async function readSite(api: WikiApi): Promise<ApiSite> {
  const siprop = 'general|namespaces|namespacealiases|extensions|rightsinfo';
  const query = await onlyAnswer(api, { meta: 'siteinfo|wikibase', siprop });
  checkIsMediaWiki(api.address, query);
  const general = objectOf(query['general']);
  const repository = textOf(objectOf(objectOf(objectOf(query['wikibase'])['repo'])['url'])['base']);
  const rights = objectOf(query['rightsinfo']);
  return {
    name: textOf(general['sitename']),
    language: textOf(general['lang']),
    categoryNames: categoryNamesOf(query),
    capitalised: general['case'] !== 'case-sensitive',
    hasExtracts: listOf(query['extensions']).some(({ name }) => name === 'TextExtracts'),
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

/** Up to five names of categories that begin as this one does, the longer beginnings first. */
export async function similarCategories(api: WikiApi, category: string): Promise<readonly string[]> {
  for (const length of [category.length, Math.ceil(category.length / 2), 3]) {
    const parameters = {
      list: 'allcategories',
      acprefix: category.slice(0, length),
      acmin: '1',
      aclimit: '5',
    };
    const found = listOf((await onlyAnswer(api, parameters))['allcategories']).map((one) =>
      textOf(one['category']),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Lists what is in a category, part by part. Files are left out. */
export async function* listMembers(
  api: WikiApi,
  site: WikiSite,
  category: string,
  namespaces: ReadonlySet<number>,
): AsyncGenerator<MemberPart> {
  const parameters = {
    list: 'categorymembers',
    cmtitle: `Category:${category}`,
    cmprop: 'ids|title|type',
    cmtype: 'page|subcat',
    cmlimit: 'max',
  };
  for await (const query of api.query(parameters)) {
    const members = listOf(query['categorymembers']);
    const pages = members.filter(({ type, ns }) => type !== 'subcat' && namespaces.has(numberOf(ns)));
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
  site: ApiSite,
  members: readonly Member[],
): Promise<readonly PageFacts[]> {
  const pages = await pagesOf(api, {
    pageids: members.map(({ id }) => id).join('|'),
    prop: 'info|pageprops|categories',
    inprop: 'url',
    ppprop: 'wikibase_item',
    clprop: 'hidden',
    cllimit: 'max',
  });
  return members.map((member) => factsOf(member, pages.get(member.id) ?? { missing: true }, site));
}

function factsOf(member: Member, page: Answer, site: ApiSite): PageFacts {
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
  return page['contentmodel'] === undefined || page['contentmodel'] === 'wikitext'
    ? undefined
    : 'not-wikitext';
}

/** The plain text of one page as the wiki gives it; the API gives whole texts for one page at a time only. */
export async function readExtract(api: WikiApi, id: number): Promise<string> {
  const pages = await pagesOf(api, {
    pageids: String(id),
    prop: 'extracts',
    explaintext: '1',
    exsectionformat: 'wiki',
    exlimit: '1',
  });
  return extractToText(textOf(pages.get(id)?.['extract']));
}

/**
 * The plain texts of up to 50 pages, made from their wikitext.
 * @returns by page id; a function that gives the text or throws Unreadable
 */
export async function readWikitexts(
  api: WikiApi,
  ids: readonly number[],
): Promise<ReadonlyMap<number, () => string>> {
  const pages = await pagesOf(api, {
    pageids: ids.join('|'),
    prop: 'revisions',
    rvprop: 'content',
    rvslots: 'main',
  });
  return new Map([...pages].map(([id, page]) => [id, () => wikitextToText(wikitextOf(page))]));
}

function wikitextOf(page: Answer): string {
  const revision = listOf(page['revisions'])[0] ?? {};
  // Before MediaWiki 1.32 there were no slots.
  return textOf(objectOf(objectOf(revision['slots'])['main'])['content'] ?? revision['content']);
}
