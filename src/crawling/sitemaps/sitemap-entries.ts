import { Parser } from 'htmlparser2';
import { given } from '../../support/given.js';

/** Entry of a sitemap, as it is written there. */
export interface WrittenEntry {
  readonly kind: 'page' | 'sitemap';
  /** Empty where the entry has none. */
  readonly address: string;
  /** Dates of change and of publication. */
  readonly date?: string;
  readonly published?: string;
  readonly title?: string;
  /** The line of a list, counted from 1. */
  readonly line?: number;
}

/** Places of addresses in one kind of XML file; names in lower case. */
interface Layout {
  readonly item: string;
  /** True if the text of an item without an address element is its address: some sites write their index so. */
  readonly isBare?: true;
  readonly kind: WrittenEntry['kind'];
  readonly address: string;
  readonly dates: readonly string[];
  readonly published: readonly string[];
}

const FEED_ITEM: Layout = {
  ...{ item: 'item', kind: 'page', address: 'link' },
  ...{ dates: ['atom:updated', 'dcterms:modified'], published: ['pubdate', 'dc:date'] },
};
/** By root element: sitemaps.org protocol 0.9, RSS 0.9 to 2.0, Atom (RFC 4287). */
const LAYOUTS: ReadonlyMap<string, Layout> = new Map<string, Layout>([
  ['urlset', { item: 'url', kind: 'page', address: 'loc', dates: ['lastmod'], published: [] }],
  [
    'sitemapindex',
    { item: 'sitemap', kind: 'sitemap', address: 'loc', dates: ['lastmod'], published: [], isBare: true },
  ],
  ['rss', FEED_ITEM],
  ['rdf', FEED_ITEM],
  ['feed', { item: 'entry', kind: 'page', address: 'link', dates: ['updated'], published: ['published'] }],
]);
const ROOTS = [...LAYOUTS.keys()].map((root) => `<${root}>`).join(', ');

/** Elements within each other: sitemaps need 4. */
const MAX_DEPTH = 1000;
/** Characters of a date, where longer ones are not dates, and of a title, which is cut. */
const [MAX_DATE, MAX_TITLE] = [64, 300];

/** Characters of an address. */
export const LONGEST_ADDRESS = 65_536;

/** An entry whose end has not been read. */
interface OpenEntry {
  readonly depth: number;
  /** Of its name and of the names of its fields: `sit:` in `<sit:url>`. */
  readonly prefix: string;
  /** The text outside of its fields. */
  bare: string;
  address?: string;
  date?: string;
  published?: string;
  title?: string;
}

type FieldName = 'address' | 'date' | 'published' | 'title' | undefined;

/** Reads a sitemap piece by piece; entries are handed on as soon as they are complete. */
export interface SitemapParser {
  /** @throws Error where reading on is not worthwhile */
  write(text: string): void;
  /** Ends the text. @throws Error if it was not a sitemap */
  end(): void;
}

/**
 * A parser of sitemaps, indexes of sitemaps, RSS and Atom, whatever their faults. Names may have any prefix; fields are the
 * children of an entry, so that the pictures and videos of a page, which have addresses as well, are passed over. Text before
 * the XML, such as a warning of the program that made it, is left out.
 */
export function createXmlParser(
  onEntry: (entry: WrittenEntry) => void,
  problems: SitemapProblems,
): SitemapParser {
  let layout: Layout | undefined;
  let depth = 0;
  let entry: OpenEntry | undefined;
  let field: FieldName;
  let content = '';
  const finish = ({ address, bare, date, published, title }: OpenEntry, { kind, isBare }: Layout): void => {
    const times = { date: dateOf(date), published: dateOf(published) };
    onEntry({
      kind,
      address: address ?? (isBare === true ? bare.trim() : ''),
      ...given({ ...times, title }),
    });
    entry = undefined;
    field = undefined;
  };
  const parser = new Parser(
    {
      onopentag(tag, { rel = 'alternate', href }) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} elements within each other`);
        if (layout === undefined) layout = layoutOf(tag);
        else if (localName(tag) === layout.item) {
          if (entry !== undefined) finish(entry, layout); // its end is missing
          entry = { depth, prefix: tag.slice(0, -layout.item.length), bare: '' };
        } else if (entry !== undefined && depth === entry.depth + 1) {
          field = fieldOf(tag, entry, layout);
          content = '';
          if (field === 'address' && href !== undefined && rel === 'alternate') entry.address ??= href;
        }
      },
      ontext(part) {
        if (field !== undefined) content += part;
        else if (entry?.depth === depth && entry.bare.length < LONGEST_ADDRESS) entry.bare += part;
      },
      onclosetag() {
        if (entry !== undefined && layout !== undefined) {
          if (depth === entry.depth) finish(entry, layout);
          else if (depth === entry.depth + 1) {
            keep(field, content.trim(), entry);
            field = undefined;
          }
        }
        depth -= 1;
      },
    },
    { xmlMode: true, lowerCaseTags: true },
  );
  let hasBegun = false;
  return {
    write(piece) {
      parser.write(hasBegun ? piece : withoutPreamble(piece, problems));
      hasBegun = true;
    },
    end() {
      parser.end();
      if (layout === undefined) throw new Error('it is XML without an element');
    },
  };
}

function withoutPreamble(text: string, problems: SitemapProblems): string {
  const declaration = text.search(/<\?xml\s/);
  const at = declaration < 0 ? text.indexOf('<') : declaration;
  const before = text.slice(0, at).trim();
  if (before !== '') problems.add('text before the XML', 1, before);
  return text.slice(at);
}

function dateOf(text = ''): string | undefined {
  return text === '' || text.length > MAX_DATE ? undefined : text;
}

function keep(field: FieldName, written: string, entry: OpenEntry): void {
  if (field === 'date' || field === 'published') entry[field] = written;
  else if (field === 'address' && written !== '') entry.address ??= written;
  else if (field === 'title' && written !== '') entry.title ??= written.slice(0, MAX_TITLE);
}

function layoutOf(root: string): Layout {
  const layout = LAYOUTS.get(localName(root));
  if (layout === undefined) throw new Error(`its root element is ${shown(root)}, not one of ${ROOTS}`);
  return layout;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function fieldOf(tag: string, { prefix }: OpenEntry, { address, dates, published }: Layout): FieldName {
  const name = tag.startsWith(prefix) ? tag.slice(prefix.length) : tag;
  if (name === address) return 'address';
  if (dates.includes(name)) return 'date';
  if (published.includes(name)) return 'published';
  return name === 'title' ? name : undefined;
}

/** Kinds of faults that are distinguished; a file can make up as many as it likes. */
const MAX_KINDS = 10;
/** Characters of a file that a message shows. */
const SHOWN = 60;

/** The faults of one file: each kind is reported once, with its first place and how often it occurs. */
export interface SitemapProblems {
  /**
   * @param kind what is wrong; faults of one kind are counted together
   * @param line where, counted from 1; absent for what concerns the whole file
   * @param example what stands there; of each kind the first is shown
   */
  add(kind: string, line?: number, example?: string): void;
  /** One message per kind, in the order of their first places. */
  messages(): readonly string[];
}

/** No faults yet. */
export function createSitemapProblems(): SitemapProblems {
  const kinds = new Map<string, { readonly first: string; times: number }>();
  return {
    add(kind, line, example) {
      const known = kinds.get(kind);
      if (known !== undefined) known.times += 1;
      else if (kinds.size < MAX_KINDS) {
        const place = line === undefined ? '' : `line ${line}: `;
        const first = `${place}${kind}${example === undefined ? '' : `: ${shown(example)}`}`;
        kinds.set(kind, { first, times: 1 });
      }
    },
    messages: () =>
      [...kinds.values()].map(({ first, times }) => (times === 1 ? first : `${first} (${times} times)`)),
  };
}

/** A piece of a file as a message may show it: short, and without characters that control terminals. */
export function shown(text: string): string {
  const piece = text.slice(0, SHOWN).replace(/\p{C}/gu, '\uFFFD');
  return `'${piece}${text.length > SHOWN ? '…' : ''}'`;
}
