import { AI_DIRECTIVES, type Rights } from '../../model/rights.js';
import { given } from '../../support/given.js';
import { licenceAddress } from './licences.js';
import type { PageSurvey, SurveyedAnchor } from './page-survey.js';
import type { PageElement } from './tree.js';
import { isWebAddress } from '../../support/parse-url.js';

/** Licences that are kept of a page. */
const MAX_LICENCES = 10;
const LONGEST_STATEMENT = 300;
/** Structured data that is looked at: so many scripts, each of so many characters at most. */
const MAX_SCRIPTS = 10;
const LONGEST_SCRIPT = 100_000;
const MAX_ITEMS = 100;

const TOKENS = /[\s,]+/;
const LICENCE_META = /^(?:dc|dcterms)\.(?:licen[cs]e|rights\.licen[cs]e|rights)$|^licen[cs]e$/;

/** A `meta` element: its name in lower case, and its content with whitespace collapsed. */
export interface HeadMeta {
  readonly name: string;
  readonly content: string;
}

/**
 * Reads the statements of a page about its use: links with `rel="license"`, `itemprop="license"`, Dublin Core, schema.org in JSON-LD, the
 * TDM Reservation Protocol, and `noai` among the robots directives. Undefined where it says nothing.
 * @param robots the directives that concern this crawler, separated by commas
 */
export function readRights(
  { head, anchors, scripts }: PageSurvey,
  metas: readonly HeadMeta[],
  robots: string,
  base: string | undefined,
): Rights | undefined {
  const linked = [
    ...head.filter((element) => (element.name === 'link' || element.name === 'meta') && isLicence(element)),
    ...anchors.filter(isLicenceLink).map(({ element }) => element),
  ];
  const stated = metas.filter(({ name }) => LICENCE_META.test(name)).map(({ content }) => content);
  const addresses = [
    ...linked.map((element) => element.attribute('href') ?? element.attribute('content') ?? ''),
    ...stated.filter(isWebAddress),
    ...scripts.slice(0, MAX_SCRIPTS).flatMap(licencesInData),
  ];
  const statement = stated.find((text) => text !== '' && !isWebAddress(text));
  const tdm = metas.find(({ name }) => name === 'tdm-reservation')?.content;
  const policy = metas.find(({ name }) => name === 'tdm-policy')?.content;
  const asked = robots.toLowerCase().split(TOKENS);
  return rightsOf({
    licences: addresses.map((address) => licenceAddress(address, base)),
    statement: statement?.slice(0, LONGEST_STATEMENT),
    tdmReserved: tdm === '1' ? true : tdm === '0' ? false : undefined,
    tdmPolicy: policy === undefined ? undefined : licenceAddress(policy, base),
    directives: AI_DIRECTIVES.filter((directive) => asked.includes(directive)),
  });
}

function isLicenceLink({ element }: SurveyedAnchor): boolean {
  return isLicence(element);
}

function isLicence(element: PageElement): boolean {
  return saysLicence(element.attribute('rel')) || saysLicence(element.attribute('itemprop'));
}

/** Most elements have neither; this runs for every link of every page. */
function saysLicence(value: string | undefined): boolean {
  return value !== undefined && value.toLowerCase().split(TOKENS).includes('license');
}

/** Removes empty parts; undefined for nothing. */
function rightsOf(parts: {
  readonly licences: readonly (string | undefined)[];
  readonly statement: string | undefined;
  readonly tdmReserved: boolean | undefined;
  readonly tdmPolicy: string | undefined;
  readonly directives: NonNullable<Rights['directives']>;
}): Rights | undefined {
  const { statement, tdmReserved, tdmPolicy } = parts;
  const licences = [...new Set(parts.licences)].filter((address) => address !== undefined);
  const rights: Rights = {
    ...(licences.length === 0 ? {} : { licences: licences.slice(0, MAX_LICENCES) }),
    ...given({ statement, tdmReserved, tdmPolicy }),
    ...(parts.directives.length === 0 ? {} : { directives: parts.directives }),
  };
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
