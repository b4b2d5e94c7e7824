import { AI_DIRECTIVES, type AiDirective, type Rights } from '../../model/rights.js';
import { given } from '../../support/given.js';
import { isWebAddress, parseUrl } from '../../support/parse-url.js';
import type { PageSurvey } from './page-survey.js';

/** Licences that are kept of a page. */
const MAX_LICENCES = 10;
const LONGEST_STATEMENT = 300;
/** Structured data that is looked at: so many scripts, each of so many characters at most. */
const MAX_SCRIPTS = 10;
const LONGEST_SCRIPT = 100_000;
const MAX_ITEMS = 100;

const LICENCE_META = /^(?:dc|dcterms)\.(?:licen[cs]e|rights\.licen[cs]e|rights)$|^licen[cs]e$/;

/** A `meta` element: its name in lower case, and its content with whitespace collapsed. */
export interface HeadMeta {
  readonly name: string;
  readonly content: string;
}

/** True if a list of words, separated by blanks or commas, has one. */
export function hasToken(value = '', token: string): boolean {
  const words = value.toLowerCase().split(/[\s,]+/);
  return words.includes(token);
}

/**
 * Reads the statements of a page about its use: links to licences, Dublin Core, schema.org in JSON-LD, the TDM Reservation
 * Protocol, and `noai` among the robots directives. Undefined where it says nothing.
 * @param robots the directives that concern this crawler, separated by commas
 */
export function readRights(
  { head, anchors, scripts }: PageSurvey,
  metas: readonly HeadMeta[],
  robots: string,
  base: string | undefined,
): Rights | undefined {
  const linked = [...head.filter(({ name }) => name !== 'html'), ...anchors].filter(
    (element) =>
      hasToken(element.attribute('rel'), 'license') || hasToken(element.attribute('itemprop'), 'license'),
  );
  const stated = metas.filter(({ name }) => LICENCE_META.test(name)).map(({ content }) => content);
  const addresses = [
    ...linked.map((element) => element.attribute('href') ?? element.attribute('content') ?? ''),
    ...stated.filter(isWebAddress),
    ...scripts.slice(0, MAX_SCRIPTS).flatMap(licencesInData),
  ];
  const meta = (wanted: string): string => metas.find(({ name }) => name === wanted)?.content ?? '';
  return rightsOf(
    addresses.map((address) => licenceAddress(address, base)),
    AI_DIRECTIVES.filter((directive) => hasToken(robots, directive)),
    {
      statement: stated.find((text) => text !== '' && !isWebAddress(text))?.slice(0, LONGEST_STATEMENT),
      tdmReserved: readReservation(meta('tdm-reservation')),
      tdmPolicy: licenceAddress(meta('tdm-policy'), base),
    },
  );
}

function readReservation(value: string | undefined): boolean | undefined {
  return value === '1' || value === '0' ? value === '1' : undefined;
}

/** Leaves out what is empty; undefined where nothing is left. */
function rightsOf(
  licences: readonly (string | undefined)[],
  directives: readonly AiDirective[],
  others: Omit<Rights, 'licences' | 'directives'>,
): Rights | undefined {
  const known = [...new Set(licences)].filter((address) => address !== undefined).slice(0, MAX_LICENCES);
  const rights: Rights = given({
    licences: known.length === 0 ? undefined : known,
    ...others,
    directives: directives.length === 0 ? undefined : [...new Set(directives)],
  });
  return Object.keys(rights).length === 0 ? undefined : rights;
}

/** The values of `license` of the items in a script of JSON-LD. */
function licencesInData(text: string): readonly string[] {
  if (text.length > LONGEST_SCRIPT || !text.includes('"license"')) return [];
  try {
    const data = JSON.parse(text) as unknown;
    const items = [data].flat().flatMap((item) => [item, ...[member(item, '@graph')].flat()]);
    return items
      .slice(0, MAX_ITEMS)
      .flatMap((item) => [member(item, 'license')].flat())
      .flatMap(addressIn);
  } catch {
    return [];
  }
}

function addressIn(value: unknown): readonly string[] {
  const address = typeof value === 'string' ? value : (member(value, '@id') ?? member(value, 'url'));
  return typeof address === 'string' ? [address] : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** A link with `rel=license` in a `Link` header (RFC 8288). */
const LICENCE_LINK = /<([^<>]+)>(?=[^<,]*;\s*rel="?[^",;]*\blicense\b)/gi;
/** Characters of a header that are read. */
const LONGEST_HEADER = 10_000;

/**
 * Adds the statements of the response's headers to those of a page about its use. Those of the TDM Reservation Protocol count
 * where the page itself does not state them (section "Processing priority"). Undefined where neither says anything.
 * @param tagged statements on machine learning in its `X-Robots-Tag`
 */
export function withHeaders(
  page: Rights = {},
  headers: Readonly<Record<string, string>>,
  url: string,
  tagged: RobotsTag['ai'],
): Rights | undefined {
  const links = (headers['link'] ?? '').slice(0, LONGEST_HEADER).matchAll(LICENCE_LINK);
  const linked = [...links].map(([, address = '']) => licenceAddress(address, url));
  const { licences = [], directives = [], ...others } = page;
  return rightsOf([...licences, ...linked], [...directives, ...tagged], {
    ...given({
      tdmReserved: readReservation(headers['tdm-reservation']?.trim()),
      tdmPolicy: licenceAddress(headers['tdm-policy'] ?? '', url),
    }),
    ...others,
  });
}

/** Requests of a page or its header to crawlers. */
export interface RobotsTag {
  readonly noIndex: boolean;
  readonly noFollow: boolean;
  /** Statements on machine learning. */
  readonly ai: readonly AiDirective[];
}

/**
 * Requests of an `X-Robots-Tag` header to every crawler and to this one. Several headers arrive as one, separated by
 * commas: a directive without a crawler's name in front counts for all, though it may belong to a name before.
 * @param token the crawler's product token, in lower case
 */
export function readRobotsTag(header: string | undefined, token: string): RobotsTag {
  const directives = new Set<string>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [, name, directive = ''] = /^(?:([^\s:]+)\s*:)?\s*(.*)$/s.exec(part.trim()) ?? [];
    if (name === undefined || name === token) directives.add(directive);
  }
  const none = directives.has('none');
  return {
    noIndex: none || directives.has('noindex'),
    noFollow: none || directives.has('nofollow'),
    ai: AI_DIRECTIVES.filter((directive) => directives.has(directive)),
  };
}

/** Longer addresses are not those of licences. */
const LONGEST_ADDRESS = 2_000;

const CREATIVE_COMMONS =
  /^\/(licenses|publicdomain)\/([a-z-]+)\/(\d+\.\d+)(?:\/(?!deed|legalcode|rdf)([a-z-]{2,10}))?(?:\/.*)?$/;
const PUBLIC_DOMAIN: Readonly<Record<string, string>> = { zero: 'CC0', mark: 'Public Domain Mark' };

/** The parts of an address of Creative Commons: kind, licence, version, jurisdiction. */
function creativeCommons(url: URL): readonly (string | undefined)[] | undefined {
  if (!/^(?:www\.)?creativecommons\.org$/.test(url.hostname)) return undefined;
  return CREATIVE_COMMONS.exec(url.pathname.toLowerCase().replace(/\/?$/, '/'))?.slice(1);
}

/** The absolute address of a licence: of Creative Commons in its canonical form. Undefined for anything but a web address. */
export function licenceAddress(stated: string, base?: string): string | undefined {
  if (stated.trim() === '' || stated.length > LONGEST_ADDRESS) return undefined;
  const url = parseUrl(stated.trim(), base);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  url.hash = '';
  const parts = creativeCommons(url);
  if (parts === undefined) return url.href;
  return `https://creativecommons.org/${parts.filter((part) => part !== undefined).join('/')}/`;
}

/** Name of a licence: `CC BY-SA 4.0`, `CC0 1.0`; undefined for an address that is not of Creative Commons. */
export function licenceName(address: string): string | undefined {
  const url = parseUrl(address);
  const parts = url && creativeCommons(url);
  if (parts === undefined) return undefined;
  const [kind, name = '', version = '', jurisdiction] = parts;
  const called = kind === 'publicdomain' ? (PUBLIC_DOMAIN[name] ?? name) : `CC ${name.toUpperCase()}`;
  return `${called} ${version}${jurisdiction === undefined ? '' : ` ${jurisdiction.toUpperCase()}`}`;
}
