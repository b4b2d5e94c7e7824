import { isWebAddress, parseUrl } from './parse-url.js';

/** An address without the name and password that it may hold (`https://name:password@host/sparql`), to be shown. */
export function withoutCredentials(address: string): string {
  const url = isWebAddress(address) ? parseUrl(address) : undefined;
  // What is not an address may hold a password all the same.
  if (url === undefined) return address.replace(/^(https?:\/\/)[^/]*@/i, '$1');
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}
