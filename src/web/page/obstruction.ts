import type { FetchedResponse } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';

/** Answers in place of a page: a check whether a person asks, a form to log in, or a request for consent. */
export type Obstruction = 'challenged' | 'login' | 'consent';

/** Headers of services that check visitors, by name. */
const CHECKING_HEADERS: Readonly<Record<string, RegExp>> = {
  'cf-mitigated': /\bchallenge\b/i,
  'x-amzn-waf-action': /\b(?:challenge|captcha)\b/i,
  'x-datadome': /\bprotected\b/i,
  'x-vercel-mitigated': /\bchallenge\b/i,
};
/** Scripts of such services; pages have them as well, so that they count where there is little text. */
const CHECKING_SCRIPTS =
  /\/cdn-cgi\/challenge-platform\/|challenges\.cloudflare\.com|\bcf[-_]chl[-_]|captcha-delivery\.com|\/_Incapsula_Resource|\/_sec\/cp_challenge|\/_sec\/verify\?provider|px-captcha|captcha\.px-cdn\.net|token\.awswaf\.com|\.well-known\/ddos-guard|\/\.within\.website\/x\/|sucuri_cloudproxy_js|\/ks?psdk|_fs-ch-|hcaptcha\.com\/1\/api\.js|recaptcha\/(?:api|enterprise)\.js/i;
/** Words of the titles and texts of such checks. */
const CHECKING_WORDS =
  /just a moment|attention required|checking (?:if the site connection is secure|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|are you a (?:robot|human)|not a (?:bot|robot)|unusual traffic|bot (?:check|detection|protection)|access (?:to this page has been )?denied|enable (?:javascript and )?cookies|pardon our interruption|ddos protection|security check|complete the captcha/i;
/** Statuses of such answers besides success. */
const REFUSING: ReadonlySet<number> = new Set([401, 403, 405, 429, 503]);

const PASSWORD = /\btype\s{0,9}=\s{0,9}["']?password\b/i;
const LOGIN_WORDS =
  /\b(?:log|sign)(?:ged)?[ -]?in\b|\banmelden\b|\beinloggen\b|\bse connecter\b|\biniciar sesi[óo]n\b|\baccedi\b|\binloggen\b|вход|ログイン|登录/i;
const LOGIN_PATH = /(?:^|[/_.-])(?:log-?in|sign-?in|signon|sso|auth|authorize|account)(?:[/_.-]|$)/i;

const CONSENT_HOST = /^(?:consent|guce|privacy-mgmt|myprivacy)\./i;
const CONSENT_WORDS =
  /\b(?:consent|cookies?|privacy|tracking|personal data|partners|zustimm\w*|einwillig\w*|datenschutz|consentement|confidentialit[ée]|consentimiento)\b/gi;
const AGREE =
  /\b(?:accept(?: all| cookies)?|i agree|agree (?:and|to)|allow all|manage (?:options|settings|cookies)|alle akzeptieren|zustimmen|tout accepter|accepter|aceptar|accetta|akkoord)\b/i;

/** Words of a page from which on it says something of its own. */
const MAX_WORDS = { challenged: 150, login: 120, consent: 250 } as const;
/** Mentions of consent, and one to so many words, from which on a text is about nothing else. */
const [MIN_MENTIONS, WORDS_PER_MENTION] = [3, 30];
/** Bytes of a body that are examined. */
const MAX_BYTES = 200_000;

/** True for error responses whose body is read, because it tells a bot check from other errors. */
export function mayBeObstructed(status: number): boolean {
  return REFUSING.has(status);
}

/** The parts of an answer that tell an obstruction from a page. */
interface Sight extends Pick<FetchedResponse, 'url'> {
  readonly markup: string;
  readonly title: string;
  /** Title and beginning of the text. */
  readonly said: string;
  readonly words: number;
}

/**
 * The obstruction that an answer is in place of its page; undefined for a page, also one about such checks: that has more text.
 * @param page the page, if the answer is a success; of any other answer, the body is examined
 */
export function obstructionOf(
  response: FetchedResponse,
  page?: Pick<Page, 'title' | 'text'>,
): Obstruction | undefined {
  const { url, status, headers, body } = response;
  const isChecked = Object.entries(CHECKING_HEADERS).some(([name, value]) => value.test(headers[name] ?? ''));
  if (isChecked) return 'challenged';
  if (page === undefined && !REFUSING.has(status)) return undefined;
  const markup = Buffer.from(body.subarray(0, MAX_BYTES)).toString('utf8');
  if (page === undefined) return CHECKING_SCRIPTS.test(markup) ? 'challenged' : undefined;
  const { title, text } = page;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const sight = {
    url,
    markup,
    title: title || text.slice(0, 200),
    said: `${title}\n${text.slice(0, 5000)}`,
    words,
  };
  if (isCheck(sight)) return 'challenged';
  if (isLogin(sight)) return 'login';
  return isConsent(sight) ? 'consent' : undefined;
}

/** Both signs of a check; or words of one as the title, which says nothing else. */
function isCheck({ markup, title, said, words }: Sight): boolean {
  if (words > MAX_WORDS.challenged || !CHECKING_WORDS.test(said)) return false;
  return CHECKING_SCRIPTS.test(markup) || CHECKING_WORDS.test(title);
}

function isLogin({ url, markup, said, words }: Sight): boolean {
  if (words > MAX_WORDS.login || !PASSWORD.test(markup)) return false;
  return LOGIN_PATH.test(new URL(url).pathname) || LOGIN_WORDS.test(said);
}

function isConsent({ url, markup, said, words }: Sight): boolean {
  if (words > MAX_WORDS.consent) return false;
  const mentions = said.match(CONSENT_WORDS)?.length ?? 0;
  const isAbout = mentions >= MIN_MENTIONS && mentions * WORDS_PER_MENTION >= words;
  return CONSENT_HOST.test(new URL(url).hostname) || (isAbout && AGREE.test(markup));
}
