import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { UsageError } from '../../../model/errors.js';
import { parseUrl } from '../../../support/parse-url.js';
import { withoutCredentials } from '../../../support/without-credentials.js';

/** A host as the user named it. */
export interface NamedHost {
  /** With port, where it is not the default one. */
  readonly host: string;
  /** The addresses of its first page: the one that was given; of a host name, that with https, and else that with http. */
  readonly starts: readonly string[];
}

/** Characters of a label of a host name, and of all of it (RFC 1035). */
const [LONGEST_LABEL, LONGEST_HOST] = [63, 253];

/**
 * The hosts that these words name, each once: host names, with or without port and path, and URLs.
 * @throws UsageError for a word that names none, and without any
 */
export function namedHosts(words: readonly string[]): readonly NamedHost[] {
  if (words.length === 0)
    throw new UsageError('no host was given', { hint: 'name at least one: sfwc map example.org' });
  const hosts = new Map<string, NamedHost>();
  for (const word of words) {
    const named = namedHost(word.trim());
    if (!hosts.has(named.host)) hosts.set(named.host, named);
  }
  return [...hosts.values()];
}

function namedHost(word: string): NamedHost {
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(word);
  const isName = /^[^\s/?#@]+(?:\/|$)/.test(word);
  const written = isAddress ? [word] : isName ? [`https://${word}`, `http://${word}`] : [];
  const starts = written.map((one) => normaliseUrl(one));
  const [first] = starts;
  const url = first === undefined ? undefined : parseUrl(first);
  if (url === undefined || !isHostName(url.hostname))
    throw new UsageError(`'${withoutCredentials(word)}' is not a host`, {
      hint: 'a host name or a web address, such as example.org or https://example.org/',
    });
  return { host: url.host, starts: starts.filter((start) => start !== undefined) };
}

function isHostName(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const labels = hostname.split('.');
  return (
    hostname.length <= LONGEST_HOST &&
    labels.every((label) => label.length <= LONGEST_LABEL && /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))
  );
}
