/**
 * An address as WHATWG URL, or undefined when it is not one. Not `URL.canParse`: on Node 20 it wrongly refuses
 * addresses with letters outside ASCII once it has been compiled.
 */
export function parseUrl(written: string, base?: string): URL | undefined {
  try {
    return new URL(written, base);
  } catch {
    return undefined;
  }
}
