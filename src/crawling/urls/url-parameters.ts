/** Parameters that say where a visitor came from. They never choose a page. */
const TRACKING =
  /^(?:utm_[\w-]+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_ga|_gl|_hsenc|_hsmi|vero_id)$/i;
/** Names that PHP, servlets, ASP, ColdFusion, osCommerce and Zen Cart gave to sessions and nothing else. */
const SESSION_NAME =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|asp\.net_sessionid|cfid|cftoken|oscsid|zenid)$/i;
/** Names that also mean a story, a shop or a talk at a conference. */
const SHARED_NAME = /^(?:sid|sess|session|sessionid|session_id)$/i;
/** As servlets write them: `/page;jsessionid=0123456789ABCDEF`. */
const IN_PATH = /;(jsessionid|phpsessid|sessionid|session_id)=([^/;?#]*)/gi;

/**
 * At least 10 characters with a digit, such as `0A1B2C3D4E5F6071.node1` (Tomcat) and `B3nGkVZ2fLn1!-1234!5678`
 * (WebLogic); 20 capitals (classic ASP); or 5 digits (ColdFusion).
 */
const SESSION_VALUE = /^(?:(?=\D*\d)[\w~+,.!:%-]{10,}|[A-Z]{20,}|\d{5,})$/;
/** At least 16 hexadecimal digits, letters and digits among them; or a UUID. */
const HEXADECIMAL = /^(?:(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const LETTERS_AND_DIGITS = /^(?=\D*\d)(?=\d*\D)[\da-z]{22,}$/i;
/** The words and numbers of `IntroToRust2024`. */
const PIECE = /\d+|[A-Z]?[a-z]+|[A-Z]+/g;
/** Characters per piece up to which a value is random: of random ones the mean is 2 to 3, of words about 6. */
const MEAN_PIECE = 4;

/**
 * True when a value looks like a session identifier: long and random. Under a name that only sessions have, a number or
 * a word with a digit is enough. Under a {@link SHARED_NAME} the value must be hexadecimal or a UUID, or 22 letters and
 * digits that change places so often that they are not words and numbers; `?session_id=keynote` stays.
 */
function isSession(name: string, value: string): boolean {
  if (SESSION_NAME.test(name)) return SESSION_VALUE.test(value);
  if (!SHARED_NAME.test(name)) return false;
  if (HEXADECIMAL.test(value)) return true;
  return LETTERS_AND_DIGITS.test(value) && value.length <= MEAN_PIECE * (value.match(PIECE)?.length ?? 0);
}

function isIdle(parameter: string): boolean {
  const equals = parameter.indexOf('=');
  const name = equals < 0 ? parameter : parameter.slice(0, equals);
  return TRACKING.test(name) || (equals >= 0 && isSession(name, parameter.slice(equals + 1)));
}

/** A path without the sessions of {@link IN_PATH}. */
export function withoutPathSessions(path: string): string {
  if (!path.includes(';')) return path;
  return path.replace(IN_PATH, (parameter, name: string, value: string) =>
    isSession(name, value) ? '' : parameter,
  );
}

/** A query, without its question mark, without parameters of trackers and sessions; the others stay as they are. */
export function withoutIdleParameters(query: string): string {
  return query
    .split('&')
    .filter((parameter) => !isIdle(parameter))
    .join('&');
}

/** A query, without its question mark, with its parameters in the order of their code units. */
export function withSortedParameters(query: string): string {
  return query.split('&').sort().join('&');
}
