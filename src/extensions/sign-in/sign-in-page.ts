import type { FetchedResponse } from '../../model/crawl-event.js';
import { isHtml, isSuccess } from '../../support/text/content-type.js';

/** Bytes of a page that are looked at. */
const LOOKED_AT = 500_000;
/** A field for a password. */
const PASSWORD = /<input\b[^<>]*\btype\s*=\s*["']?password\b/i;
/** What a page says to people who have signed in, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const SIGN_OUT =
  /\b(?:log|sign)[\s_-]?(?:out|off)\b|abmelden|ausloggen|d[ée]connexion|cerrar[\s_-]?sesi[óo]n|\b(?:esci|disconnetti)\b|terminar[\s_-]?sess[ãa]o|\bsair\b|uitloggen|afmelden/i;

/** Whether the path of an address says that requesting it ends the session: crawls follow links, and this is one on every page. */
export function signsOut(url: string): boolean {
  const { pathname, search } = new URL(url);
  return SIGN_OUT.test(`${pathname}${search}`.replaceAll(/[/=&.+]/g, ' '));
}

/** Whether a page asks for a password and offers no way to sign out: the way in, in place of what lies behind it. */
export function isSignInPage(response: FetchedResponse): boolean {
  if (!isSuccess(response.status) || !isHtml(response)) return false;
  const { buffer, byteOffset, length } = response.body;
  const text = Buffer.from(buffer, byteOffset, Math.min(length, LOOKED_AT)).toString('utf8');
  return PASSWORD.test(text) && !SIGN_OUT.test(text);
}
