import { FetchError, messageOf } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';

/** Messages for the error codes of Node's network, TLS and HTTP layers. */
const MESSAGES: readonly (readonly [codes: RegExp, message: string])[] = [
  [/^ENOTFOUND$/, 'the host name could not be resolved'],
  [/^EAI_AGAIN$/, 'the name server does not answer'],
  [/^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'the server broke the connection off'],
  [/^ECONNABORTED$/, 'the connection broke off'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'the host cannot be reached'],
  [/^EACCES$/, 'the system forbids the connection'],
  [/^E(?:SOCKET)?TIMEDOUT$/, 'the server does not answer'],
  [/^EPROTO$/, 'the server does not speak TLS there'],
  [/^CERT_HAS_EXPIRED$/, 'the certificate of the server has expired'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'the certificate of the server is self-signed'],
  [/^SELF_SIGNED_CERT_IN_CHAIN$/, 'the certificate of the server comes from an unknown authority'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate belongs to another host'],
  [/^(?:CERT_|UNABLE_TO_)/, 'the certificate of the server cannot be verified'],
  [/^HPE_HEADER_OVERFLOW$/, 'the header of the response is larger than 64 KB'],
  [/^HPE_/, 'the answer of the server is not valid HTTP'],
  [/^ERR_SSL_/, 'no secure connection could be made'],
];

/** Codes that mean: the certificate is not valid. */
const CERTIFICATES =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** The way out where a host has an authority of its own. */
const TRUST =
  '; to trust its authority, name a file with its certificate in NODE_EXTRA_CA_CERTS; to check none, set insecureHost';

/** The failure behind an error of the network layers, in words for a person. */
export function describeFailure(thrown: unknown, url: string): FetchError {
  if (thrown instanceof FetchError) return thrown;
  const code = codeOf(thrown);
  if (code === 'SFWC_PRIVATE_ADDRESS') {
    const message = `${messageOf(thrown)}; the setting allowPrivate allows one's own network`;
    return new FetchError('private-address', url, message, { cause: thrown });
  }
  const isTimeout = code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT';
  const failure = isTimeout ? 'timeout' : CERTIFICATES.test(code) ? 'certificate' : 'network';
  const wayOut = /^(?:DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_/.test(code) ? TRUST : '';
  return new FetchError(failure, url, `${words(code, thrown, url)}${wayOut}`, { cause: thrown });
}

function words(code: string, thrown: unknown, url: string): string {
  const host = parseUrl(url)?.host ?? url;
  if (code === 'ECONNREFUSED') return `connection refused by ${host}`;
  const known = MESSAGES.find(([codes]) => codes.test(code))?.[1];
  if (known === undefined) return `${host}: ${messageOf(thrown) || code || 'the request failed'}`;
  return `${host}: ${known} (${code})`;
}

/** The code of an error or else of its cause. */
export function codeOf(thrown: unknown): string {
  let error: unknown = thrown;
  while (typeof error === 'object' && error !== null) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = 'cause' in error ? error.cause : undefined;
  }
  return '';
}
