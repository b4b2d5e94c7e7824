/** Characters of an address, whatever the settings of a crawl say. */
const MAX_LENGTH = 65_536;
/** Characters of a host with credentials: converting letters outside ASCII takes time quadratic in their number. */
const MAX_HOST = 500;

/**
 * An address as WHATWG URL, or undefined when it is not one or is too long to be parsed in a bounded time. Not `URL.canParse`: on
 * Node 20 it wrongly refuses addresses with letters outside ASCII once it has been compiled.
 */
export function parseUrl(written: string, base?: string | URL): URL | undefined {
  if (written.length > MAX_HOST && isTooLong(written)) return undefined;
  try {
    return new URL(written, base);
  } catch {
    return undefined;
  }
}

/** True if this is meant to be an address with any scheme, and not a file. */
export function isAddress(written: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(written);
}

/** True for an address of the Web: `http` or `https`. */
export function isWebAddress(written: string): boolean {
  return /^https?:\/\//i.test(written);
}

function isTooLong(written: string): boolean {
  if (written.length > MAX_LENGTH) return true;
  const address = written.replace(/^[\0-\x20]+|[\t\n\r]/g, '');
  const [scheme = '', host = ''] = address.split(/[\\/?#]+/, 2);
  return /^(?:[^\\/?#]*:|[\\/]{2})/.test(address) && Math.max(scheme.length, host.length) > MAX_HOST;
}

/** True if a host name or address is this machine's: `localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return /^(?:(?:.*\.)?localhost|::1|127(?:\.\d{1,3}){3})$/.test(name);
}
