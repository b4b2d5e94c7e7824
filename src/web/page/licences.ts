import { parseUrl } from '../../support/parse-url.js';

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

/**
 * The address of a licence, absolute and without fragment: of Creative Commons in its canonical form, without the deed and
 * its language. Undefined for anything but a web address.
 */
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
