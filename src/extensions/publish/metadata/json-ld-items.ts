/** An item of JSON-LD as it is written, before it is RDF. */
export type JsonItem = Readonly<Record<string, unknown>>;

/** Items that are looked at in a page, and how deep they stand in each other. */
const MAX_ITEMS = 200;
const DEEPEST = 12;

/** Types of which the page itself is. The further to the front, the more it is the page. */
const OF_THE_PAGE: readonly RegExp[] = [
  /Article$|^(?:BlogPosting|Posting|Report|Review|Recipe|DiscussionForumPosting|LiveBlogPosting|Question|QAPage|Book|Chapter|Dataset|Course|HowTo|CreativeWork)$/,
  /^(?:WebPage|ItemPage|AboutPage|CollectionPage|MedicalWebPage|FAQPage)$/,
  /^(?:Product|Event|SoftwareApplication|Thing|Movie|Episode|PodcastEpisode)$/,
  /^(?:VideoObject|AudioObject)$/,
];

/** All items in scripts of JSON-LD, those that are the page first. Scripts that are not JSON have none. */
export function jsonItems(scripts: readonly string[]): readonly JsonItem[] {
  const found: JsonItem[] = [];
  for (const script of scripts) collect(parsed(script), found, 0);
  return found
    .map((item, place) => ({ item, place, rank: rankOf(item) }))
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ item }) => item);
}

/** True if an item is a page, an article or the like, not a part of one such as a video. */
export function isOfThePage(item: JsonItem): boolean {
  return rankOf(item) <= 2;
}

/** The type of an item, without its vocabulary. */
export function typesOf(item: JsonItem): readonly string[] {
  return [item['@type'] ?? item['type']]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []));
}

/** A script of JSON-LD without the comments and CDATA that hid it from old browsers. */
export function jsonText(script: string): string {
  return script
    .trim()
    .replace(/^(?:<!--|(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?)\s*/, '')
    .replace(/(?:-->|(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?)$/, '')
    .trimEnd()
    .replace(/;$/, '');
}

function parsed(script: string): unknown {
  try {
    return JSON.parse(jsonText(script));
  } catch {
    return undefined;
  }
}

function collect(value: unknown, found: JsonItem[], depth: number): void {
  if (depth > DEEPEST || found.length >= MAX_ITEMS || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_ITEMS)) collect(one, found, depth + 1);
    return;
  }
  const item = value as JsonItem;
  if (typesOf(item).length > 0) found.push(item);
  for (const name of ['@graph', 'mainEntity', 'mainEntityOfPage']) collect(item[name], found, depth + 1);
}

function rankOf(item: JsonItem): number {
  const types = typesOf(item);
  const rank = OF_THE_PAGE.findIndex((pattern) => types.some((type) => pattern.test(type)));
  return rank < 0 ? OF_THE_PAGE.length : rank;
}

/** The texts of a member: strings, or the names of items. */
export function textsOf(value: unknown, names: readonly string[] = ['name', '@value']): readonly string[] {
  return [value]
    .flat()
    .slice(0, MAX_ITEMS)
    .flatMap((one: unknown) => {
      if (typeof one === 'string') return [one];
      if (typeof one === 'number') return [String(one)];
      if (typeof one !== 'object' || one === null) return [];
      const named = names.map((name) => (one as JsonItem)[name]).find((text) => text !== undefined);
      return [named].flat().filter((text) => typeof text === 'string');
    });
}
