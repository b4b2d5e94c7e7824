import { parseUrl } from '../../support/parse-url.js';

/** The host of an address with its port; an address without one has to be shown as well. */
export function hostNamed(url: string): string {
  const host = parseUrl(url)?.host ?? '';
  return host === '' ? 'no host' : host;
}
