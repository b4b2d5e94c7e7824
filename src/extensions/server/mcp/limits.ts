import { urlFilter } from '../../../crawling/urls/url-patterns.js';
import { UsageError } from '../../../model/errors.js';
import { escapeRegExp } from '../../../support/text/escapes.js';
import type { Operation } from '../workbench/operation.js';
import type { McpSettings } from '../settings.js';

/** Arguments of a call, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

type Limits = Pick<
  McpSettings,
  'contact' | 'hosts' | 'readOnly' | 'maxPages' | 'maxSeconds' | 'maxCrawls' | 'delay' | 'concurrency'
>;

/** True if an assistant gets a tool for an operation. Files and archives are not for assistants. */
export function isOffered(
  { method, path, body }: Operation,
  { readOnly }: Pick<Limits, 'readOnly'>,
): boolean {
  if (/\/(?:exports|archived)$/.test(path) || (body === 'bytes' && !isText(path))) return false;
  return !readOnly || method === 'get' || path.endsWith('/judge');
}

/** True for the path of a file of texts, which an assistant writes as text. */
export function isText(path: string): boolean {
  return path.endsWith('/texts/:file');
}

/**
 * Applies the limits to a call.
 * @param running number of crawls that are running
 * @returns the arguments, with the limits where a crawl has none of its own
 * @throws UsageError that names the limit
 */
export function withinLimits(
  path: string,
  given: Arguments,
  limits: Limits,
  running: () => Promise<number>,
): Promise<Arguments> | Arguments {
  checkAddresses(addressesIn(given), limits);
  if (path.endsWith('/resume')) atMost('maxPages', given['maxPages'], limits.maxPages);
  if (path.endsWith('/actions')) checkPace(given['action'] as Arguments, limits);
  if (path === '/api/crawls' || path === '/api/plans') return limitedCrawl(given, limits, running);
  return limits.contact === undefined || !/\/(?:addresses|seeds)$/.test(path)
    ? given
    : { ...given, contact: limits.contact };
}

async function limitedCrawl(
  given: Arguments,
  limits: Limits,
  running: () => Promise<number>,
): Promise<Arguments> {
  const { contact, hosts, maxPages, maxSeconds, maxCrawls, delay, concurrency } = limits;
  atMost('maxPages', given['maxPages'], maxPages);
  atMost('maxSeconds', given['maxSeconds'], maxSeconds);
  checkPace(given, limits);
  if (hosts.length > 0 && given['include'] !== undefined)
    throw refused('hosts', 'include cannot be given, since it is set by this limit');
  if ((await running()) >= maxCrawls) throw refused('max-crawls', `${maxCrawls} running crawls at most`);
  return {
    ...{ maxPages, maxSeconds, delay, concurrency },
    ...given,
    ...(hosts.length > 0 && { include: hosts.map(patternOfHost) }),
    contact: given['web'] === undefined ? contact : undefined,
  };
}

function checkPace(given: Arguments, { delay, concurrency }: Limits): void {
  atMost('concurrency', given['concurrency'], concurrency);
  if (typeof given['delay'] === 'number' && given['delay'] < delay)
    throw refused('delay', `${delay} seconds at least`);
}

function atMost(name: 'maxPages' | 'maxSeconds' | 'concurrency', value: unknown, limit: number): void {
  if (typeof value === 'number' && value > limit)
    throw refused(
      name === 'concurrency' ? name : name.replace('max', 'max-').toLowerCase(),
      `${limit} at most`,
    );
}

function addressesIn(given: Arguments): readonly string[] {
  const { seeds, addresses, address, engine, body, action } = given;
  const inBody = (body as Arguments | undefined)?.['address'];
  const seeded = (action as Arguments | undefined)?.['urls'];
  return [seeds, addresses, address, engine, inBody, seeded].flat().filter((one) => typeof one === 'string');
}

function checkAddresses(addresses: readonly string[], { hosts }: Limits): void {
  const isAllowed = urlFilter(hosts.map(patternOfHost), []);
  const foreign = addresses.find((address) => !isAllowed(address));
  if (foreign !== undefined) throw refused('hosts', `${foreign} is not at ${hosts.join(', ')}`);
}

/** `*.example.org` as a pattern of URLs on any port. */
function patternOfHost(host: string): string {
  const name = host.split(/\*+/).map(escapeRegExp).join('[^/@:?#]*');
  return String.raw`/^https?:\/\/${name}(?::\d+)?\//i`;
}

function refused(option: string, why: string): UsageError {
  return new UsageError(`refused by the limit --${option} of this server: ${why}`);
}
