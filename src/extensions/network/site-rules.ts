import { readFile } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';
import { withoutCredentials } from '../../support/without-credentials.js';

/** Says which site an address belongs to: its host, or the longest prefix of a rule. Undefined for what has no host. */
export type SiteOf = (url: string) => string | undefined;

/**
 * The sites that rules make. A rule is a URL prefix, `https://example.org/~anna/`; it ends at the end of a folder or file name. `http` and
 * `https` are one.
 * @param prefixes as {@link readSiteRules} returns them
 */
export function createSites(prefixes: readonly string[] = []): SiteOf {
  const byHost = new Map<string, string[]>();
  for (const prefix of [...prefixes].sort((a, b) => b.length - a.length)) {
    const host = prefix.slice(0, prefix.indexOf('/'));
    byHost.set(host, [...(byHost.get(host) ?? []), prefix]);
  }
  return (url) => {
    const parts = parseUrl(url);
    if (parts === undefined || parts.host === '') return undefined;
    const rules = byHost.get(parts.host);
    if (rules === undefined) return parts.host;
    const address = `${parts.host}${parts.pathname}`;
    return rules.find((prefix) => isWithin(address, prefix)) ?? parts.host;
  };
}

function isWithin(address: string, prefix: string): boolean {
  if (!address.startsWith(prefix)) return false;
  return prefix.endsWith('/') || address.length === prefix.length || address[prefix.length] === '/';
}

/**
 * Reads a file of rules: one URL prefix a line, with or without `https://`. Empty lines and what follows a `#` after a blank or at the
 * beginning of a line are left out.
 * @returns host and path of each
 * @throws InputError that names the line
 */
export async function readSiteRules(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new InputError(`cannot read the sites ${file}: ${messageOf(error)}`, {
      hint: 'name a file with one URL prefix a line; sfwc network OUT --suggest proposes some',
      cause: error,
    });
  });
  return text.split(/\r?\n/).flatMap((line, index) => {
    const written = line.replace(/(?:^|\s)#.*$/s, '').trim();
    return written === '' ? [] : [prefixOf(written, `${file}:${index + 1}`)];
  });
}

function prefixOf(written: string, where: string): string {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  if (url !== undefined && /^https?:$/.test(url.protocol) && /^\S+$/.test(written) && url.search === '')
    return `${url.host}${url.pathname}`;
  throw new InputError(`${where}: '${withoutCredentials(written)}' is not a URL prefix`, {
    hint: 'write one such as https://example.org/~anna/ on each line, without a query',
  });
}
