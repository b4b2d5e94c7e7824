/** Parameters that say where a visitor came from. They never choose a page. */
const TRACKING =
  /^(?:utm_[\w-]+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|mkt_tok|_ga|_gl|_hsenc|_hsmi|vero_id)$/i;
/** Parameters that say which visitor it is, by their name alone. */
const SESSION =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|oscsid|zenid|sessionid|session_id)$/i;
/** `sid` also means a story or a shop: it is a session where its value is a long random word. */
const SHORT_SESSION = /^(?:sid|sess|session)$/i;
const RANDOM_WORD = /^(?=.*\d)[0-9a-z]{16,}$/i;
/** As servlets write them: `/page;jsessionid=0123456789ABCDEF`. */
const IN_PATH = /;(?:jsessionid|phpsessid|sessionid|session_id)=[^/;?#]*/gi;

function isIdle(parameter: string): boolean {
  const equals = parameter.indexOf('=');
  const name = equals < 0 ? parameter : parameter.slice(0, equals);
  if (TRACKING.test(name) || SESSION.test(name)) return true;
  return SHORT_SESSION.test(name) && equals >= 0 && RANDOM_WORD.test(parameter.slice(equals + 1));
}

/** An address without parameters of trackers and sessions; the others stay as they are written. */
export function withoutIdleParameters(href: string): string {
  const question = href.indexOf('?');
  const path = (question < 0 ? href : href.slice(0, question)).replace(IN_PATH, '');
  if (question < 0) return path;
  const parameters = href.slice(question + 1).split('&');
  const kept = parameters.filter((parameter) => !isIdle(parameter));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/** An address whose parameters are in the order of their code units. */
export function withSortedParameters(href: string): string {
  const question = href.indexOf('?');
  if (question < 0) return href;
  return `${href.slice(0, question)}?${href
    .slice(question + 1)
    .split('&')
    .sort()
    .join('&')}`;
}
