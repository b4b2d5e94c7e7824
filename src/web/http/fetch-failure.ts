import { FetchError, messageOf, type FetchFailure } from '../../model/errors.js';
import { parseUrl } from '../../support/parse-url.js';

/** Messages for the error codes of Node's network, TLS and HTTP layers. */
const MESSAGES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name could not be resolved',
  EAI_AGAIN: 'the name server does not answer',
  ECONNRESET: 'the server broke the connection off',
  ECONNABORTED: 'the connection broke off',
  EPIPE: 'the server broke the connection off',
  ERR_STREAM_PREMATURE_CLOSE: 'the server broke the connection off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENETDOWN: 'the network is down',
  EADDRNOTAVAIL: 'the address cannot be connected to',
  EACCES: 'the system forbids the connection',
  ETIMEDOUT: 'the server does not answer',
  EPROTO: 'the server does not speak TLS there',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the server comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the server cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate of the server cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the server cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
  HPE_HEADER_OVERFLOW: 'the header of the response is larger than 64 KB',
  Z_DATA_ERROR: 'the body cannot be decompressed',
  Z_BUF_ERROR: 'the body cannot be decompressed',
};

/** Codes that mean: the certificate is not valid. */
const CERTIFICATES =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/;
/** Codes that mean: no answer in time. */
const TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** The failure behind an error of the network layers, in words for a person. */
export function describeFailure(thrown: unknown, url: string): FetchError {
  if (thrown instanceof FetchError) return thrown;
  const code = codeOf(thrown);
  if (code === 'SFWC_PRIVATE_ADDRESS') {
    const message = `${messageOf(thrown)}; the setting allowPrivate allows one's own network`;
    return new FetchError('private-address', url, message, { cause: thrown });
  }
  return new FetchError(failureOf(code), url, words(code, thrown, url), { cause: thrown });
}

function failureOf(code: string): FetchFailure {
  if (TIMEOUTS.has(code)) return 'timeout';
  return CERTIFICATES.test(code) ? 'certificate' : 'network';
}

function words(code: string, thrown: unknown, url: string): string {
  const known = MESSAGES[code] ?? familyOf(code);
  const host = parseUrl(url)?.host ?? url;
  if (code === 'ECONNREFUSED') return `connection refused by ${host}`;
  if (known === undefined) return `${host}: ${messageOf(thrown) || code || 'the request failed'}`;
  return `${host}: ${known} (${code})`;
}

function familyOf(code: string): string | undefined {
  if (code.startsWith('HPE_')) return 'the answer of the server is not valid HTTP';
  if (code.startsWith('ERR_SSL_')) return 'no secure connection could be made';
  if (code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('ERR_BROTLI'))
    return 'the body cannot be decompressed';
  return undefined;
}

/** The code of an error or else of its cause. */
function codeOf(thrown: unknown): string {
  let error: unknown = thrown;
  while (typeof error === 'object' && error !== null) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = 'cause' in error ? error.cause : undefined;
  }
  return '';
}
