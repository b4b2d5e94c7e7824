import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import type { ReasonCode } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import type { WordReader } from '../../../model/topic.js';
import { registeredDomain } from '../../../crawling/urls/urls.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { textLines } from '../../../support/files/whole-lines.js';
import { sha256 } from '../../../support/hash.js';
import { parseJson } from '../../../support/parse-json.js';
import { parseUrl } from '../../../support/parse-url.js';
import { fullText } from '../../../support/text/full-text.js';

/** A page that harvests have read: one line of `known-pages.jsonl`. */
export interface KnownPage {
  /** After redirects. */
  readonly url: string;
  /** The run that read it last, unchanged or not. */
  readonly run: string;
  /** The run that judged it; its results hold the page and the reason. */
  readonly judgedIn: string;
  readonly verdict: 'relevant' | 'irrelevant' | 'verbatim-copy' | 'no-content';
  readonly score?: number;
  /** SHA-256 of the text. */
  readonly text?: string;
  /** Checksum of topic and classifier. */
  readonly judgedBy: string;
}

/** The pages that harvests know. */
export interface KnownPages {
  get(url: string): KnownPage | undefined;
  /** The address of a page of this text, which is not a copy itself. */
  urlOfText(text: string): string | undefined;
  /** @throws OutputError */
  add(page: KnownPage): Promise<void>;
}

/**
 * Opens the record of known pages; it need not exist. Each page that is added is appended at once, so that a harvest that is killed
 * has lost nothing; the last line about a page counts. Lines that were not written to their end are left out.
 */
export async function openKnownPages(file: string): Promise<KnownPages> {
  const pages = new Map<string, KnownPage>();
  const byText = new Map<string, string>();
  const remember = (page: KnownPage): void => {
    pages.set(page.url, page);
    if (page.text !== undefined && page.verdict !== 'verbatim-copy' && !byText.has(page.text))
      byText.set(page.text, page.url);
  };
  if (await fileExists(file))
    for await (const line of textLines(createReadStream(file))) {
      const page = parseJson(line) as KnownPage | undefined;
      if (page?.url !== undefined) remember(page);
    }
  return {
    get: (url) => pages.get(url),
    urlOfText: (text) => byText.get(text),
    async add(page) {
      remember(page);
      // The line before may have been cut off.
      await appendFile(file, `\n${JSON.stringify(page)}\n`).catch((thrown: unknown) => {
        throw cannotWrite(file, thrown);
      });
    },
  };
}

/**
 * True for the address of a blog or a forum: "we simply check if the string 'forum' or 'blog' are present in the page's
 * URL. While this is trivial, it happens to work surprisingly well" (Badia, Muezzinoglu, Nasraoui 2006).
 */
export function isBlogOrForum(url: string): boolean {
  return /forum|blog/i.test(url);
}

/** Counts of the hub test. */
interface HubCounts {
  /** Pages of other sites that it links to. */
  readonly externalLinks: number;
  /** Words outside of anchors, without stop words. */
  readonly words: number;
}

/**
 * Counts for the hub test of the same paper: "the number of links to an external site in the page", and "the number of words in the page
 * after taking away all HTML (including the anchors themselves) and any stopwords". A site is what has one registered domain;
 * an address that is linked to twice is one link.
 *
 * @param words a reader that leaves stop words out
 */
export function hubCounts(page: Page, words: WordReader): HubCounts {
  const own = registeredDomain(page.url);
  const targets = new Set(
    page.links.flatMap(({ url }) =>
      parseUrl(url) !== undefined && registeredDomain(url) !== own ? [url] : [],
    ),
  );
  const visible = words(page.blocks.length === 0 ? page.text : page.blocks.join('\n')).length;
  const anchors = page.links.flatMap(({ places = [] }) => places.map(({ anchorText }) => anchorText));
  return { externalLinks: targets.size, words: Math.max(0, visible - words(anchors.join('\n')).length) };
}

/** Links of a hub at least: a page of three words and one link is not a hub. */
const MIN_LINKS = 5;
/** Words of a page at least that can be about anything. */
const MIN_WORDS = 10;
/** Links to other sites for each word, above which a page is a hub. The paper states none; ours is a link with a line of ten words. */
const HUB_RATIO = 0.1;

/** True for a hub: many links to other sites for few words. */
export function isHub({ externalLinks, words }: HubCounts): boolean {
  return externalLinks >= MIN_LINKS && externalLinks / Math.max(1, words) > HUB_RATIO;
}

/** Why a page is not judged. */
export interface Screened {
  readonly code: Extract<ReasonCode, 'unchanged' | 'verbatim-copy' | 'no-content' | 'hub'>;
  readonly message: string;
}

/** Rules of pre-processing. */
interface ScreeningRules {
  readonly known: KnownPages;
  /** Pages that were judged by something else are judged again. */
  readonly judgedBy: string;
  /** A reader that leaves stop words out. */
  readonly words: WordReader;
  /** Hubs that are listed: they stay hubs, and are always read, for their links. */
  readonly hubs: ReadonlySet<string>;
}

/** SHA-256 of the text of a page; undefined for one without a word. */
export function checksumOf(page: Page): string | undefined {
  const text = fullText(page).trim();
  return text === '' ? undefined : sha256(text);
}

/**
 * Pre-processing (Badia, Muezzinoglu, Nasraoui 2006): pages that were seen and are unchanged, verbatim copies by "a checksum on the
 * text", hubs, and pages without content. Deviation: the paper tells unchanged pages "by the URL and date-last-modified"; here it is
 * the checksum as well, since most servers send no such date for pages that they put together.
 *
 * @returns why a page is not to be judged; undefined when it is. Copies are recognised in the order of the calls
 */
export function createScreening({ known, judgedBy, words, hubs }: ScreeningRules) {
  /** Texts of this run, and where they stood first. */
  const seen = new Map<string, string>();
  return (page: Page): Screened | undefined => {
    const { url } = page;
    if (hubs.has(url)) return { code: 'hub', message: 'a hub on the list; its links are followed' };
    const checksum = checksumOf(page);
    if (checksum !== undefined) {
      const before = known.get(url);
      const first = seen.get(checksum) ?? known.urlOfText(checksum);
      if (!seen.has(checksum)) seen.set(checksum, url);
      if (before?.text === checksum && before.judgedBy === judgedBy) return unchanged(before);
      if (first !== undefined && first !== url)
        return { code: 'verbatim-copy', message: `its text is that of ${first}` };
    }
    const counts = hubCounts(page, words);
    const message = `${counts.externalLinks} links to other sites, ${counts.words} words outside links`;
    if (isHub(counts)) return { code: 'hub', message };
    return counts.words < MIN_WORDS ? { code: 'no-content', message } : undefined;
  };
}

function unchanged({ run, judgedIn, verdict, score }: KnownPage): Screened {
  const scored = score === undefined ? '' : `, score ${score.toFixed(2)}`;
  return {
    code: 'unchanged',
    message: `since run ${run}: its text is the same; ${verdict} in run ${judgedIn}${scored}`,
  };
}
