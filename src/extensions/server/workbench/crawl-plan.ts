import { z } from 'zod';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import { faultText, IN_WORDS } from '../../../app/settings/resolve.js';
import { optionName } from '../../../app/settings/setting-names.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { given } from '../../../support/given.js';
import type { Field } from '../../../support/settings/field.js';
import { shellWord } from '../../../model/errors.js';
import { PLACES } from './work-folder.js';

/** More seeds are written to a file. */
const MAX_WRITTEN = 5;
/** Most seeds of a crawl that is started here. */
const MAX_SEEDS = 10_000;
const LONGEST_CONTACT = 200;

/**
 * The settings of `sfwc crawl` that the workbench takes. Paths and plugins are not among them, so that the token
 * alone does not let anybody read files or run programs.
 */
const TAKEN = [
  ...(['topic', 'accept', 'maxPages', 'maxSeconds', 'until', 'maxDepth', 'scope', 'strategy'] as const),
  ...([
    'follow',
    'delay',
    'concurrency',
    'include',
    'exclude',
    'maxPagesPerHost',
    'sitemaps',
    'warc',
  ] as const),
] as const;
type Taken = (typeof TAKEN)[number];

const takenFields = Object.fromEntries(TAKEN.map((name) => [name, crawlFields[name]])) as Pick<
  typeof crawlFields,
  Taken
>;

const seed = z.string().refine((written) => normaliseUrl(written) !== undefined, 'is not a web address');
/** Address of a person, which servers see. */
export const contactSchema = z
  .string()
  .trim()
  .max(LONGEST_CONTACT)
  .regex(
    /^(?:[^\s@()]+@[^\s@().]+(?:\.[^\s@().]+)+|https?:\/\/[^\s()]+)$/i,
    'must be an e-mail address or a web address',
  );

/** The settings of a new crawl. */
export const crawlWishSchema = z.strictObject({
  name: z.string().describe('the folder of its results, below crawls/'),
  seeds: z.array(seed).min(1, 'needs at least one address to start from').max(MAX_SEEDS),
  contact: contactSchema.optional().describe('e-mail or web address that servers see; required for the Web'),
  web: z.string().optional().describe('a stored web in place of the Web: its name in GET /api/webs'),
  ...optionalShape(),
});

/** Consequences of the settings of a crawl. JSON. */
export interface CrawlPlan {
  /** Faults, by field; empty if the crawl can be started. */
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  /** The command line that does the same. */
  readonly command: string;
}

export type CrawlWish = z.output<typeof crawlWishSchema>;

type Shape = { readonly [Name in Taken]: z.ZodOptional<(typeof crawlFields)[Name]['schema']> };

/** The schemas of the settings, each of which may be absent. */
function optionalShape(): Shape {
  const entries = TAKEN.map((name) => [name, (takenFields[name].schema as z.ZodType).optional()]);
  return Object.fromEntries(entries) as Shape;
}

const NO_CONTACT = {
  field: 'contact',
  message: 'servers must be able to reach you: give an e-mail or web address',
};

/**
 * Checks the settings of a crawl.
 * @param isStored whether a stored web takes the place of the Web
 * @returns the settings, or what is wrong with each
 */
export function checkWish(
  asked: unknown,
):
  | { readonly wish: CrawlWish; readonly problems: CrawlPlan['problems'] }
  | { readonly wish?: undefined; readonly problems: CrawlPlan['problems'] } {
  const values = typeof asked === 'object' && asked !== null ? (asked as Record<string, unknown>) : {};
  const { data, error } = crawlWishSchema.safeParse(given(values), IN_WORDS);
  const unreachable = values['web'] === undefined && values['contact'] === undefined ? [NO_CONTACT] : [];
  if (error !== undefined) {
    const issues = error.issues.map((issue) => ({
      field: String(issue.path[0] ?? ''),
      message: faultText(issue),
    }));
    return { problems: [...issues, ...unreachable] };
  }
  // What was not given is left to the command, whose settings may stand in a project file.
  const wanted = Object.fromEntries(Object.entries(data).filter(([name]) => values[name] !== undefined));
  return { wish: wanted as CrawlWish, problems: unreachable };
}

/** Arguments with which a crawl is started. */
export interface CrawlCall {
  /** The words of the command, without the program. */
  readonly words: readonly string[];
  /** The seeds, where they are too many for a command line. */
  readonly seedsFile?: { readonly path: string; readonly text: string };
}

/**
 * The command of a crawl.
 * @param place of the knowledge base; undefined without a topic
 * @param web the path of the stored web
 */
export function crawlCall(wish: CrawlWish, place: string | undefined, web: string | undefined): CrawlCall {
  const { name, seeds, contact } = wish;
  const out = `${PLACES.crawls}/${name}`;
  const seedsFile =
    seeds.length <= MAX_WRITTEN ? undefined : { path: `${out}/seeds.txt`, text: `${seeds.join('\n')}\n` };
  const settings = TAKEN.filter((field) => field !== 'warc' || web === undefined).flatMap((field) =>
    optionWords(field, takenFields[field], wish[field]),
  );
  const words = [
    'crawl',
    ...(place === undefined ? [] : ['--kb', place]),
    ...settings,
    ...(web === undefined ? [] : ['--web', web]),
    ...(contact === undefined ? [] : ['--user-agent', userAgentOf(contact)]),
    ...['--out', out],
    ...['--seeds', ...(seedsFile === undefined ? seeds : [seedsFile.path])],
  ];
  return { words, ...given({ seedsFile }) };
}

/** A setting as it is written on a command line. */
function optionWords(name: string, { meta }: Field, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (meta.noOption === true)
    return [value].flat().flatMap((one: unknown) => ['--set', `${name}=${String(one)}`]);
  const option = `--${optionName(name)}`;
  if (value === true) return [option];
  const values = [value].flat().map(String);
  if (values.length === 0) return [];
  if (meta.written === 'each' || meta.written === 'names') return values.flatMap((one) => [option, one]);
  return [option, ...values];
}

/** A command line to copy. */
export function commandText({ words }: CrawlCall): string {
  return ['sfwc', ...words].map(shellWord).join(' ');
}

/** The User-Agent header with a person's contact address. */
export function userAgentOf(contact: string): string {
  return `sfwc/0.1 (semantic focused crawler; ${contact})`;
}
