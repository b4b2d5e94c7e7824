import { createHash } from 'node:crypto';

/** The parameters of a `WWW-Authenticate: Digest …` header. */
export type DigestChallenge = Readonly<Record<string, string>>;

/** The challenge in a `WWW-Authenticate` header; undefined when it does not ask for a digest. */
export function digestChallenge(header: string | undefined): DigestChallenge | undefined {
  if (header === undefined || !/^\s*digest\s/i.test(header)) return undefined;
  const parts = header.matchAll(/\b(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g);
  return Object.fromEntries(
    [...parts].map(([, name = '', quoted, bare = '']) => [name.toLowerCase(), quoted ?? bare]),
  );
}

/** The request to authenticate. */
export interface DigestRequest {
  readonly method: string;
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Any text that is unique per request. */
  readonly nonce: string;
}

/**
 * The `Authorization` header for a challenge: RFC 7616 with MD5 and `qop=auth` (or none), as Virtuoso's
 * `/sparql-auth` requires. The nonce count is always 1, since each request has its own client nonce.
 */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm = '', nonce = '', opaque } = challenge;
  const { pathname, search } = new URL(request.url);
  const uri = `${pathname}${search}`;
  const secret = md5(`${request.user}:${realm}:${request.password}`);
  const action = md5(`${request.method}:${uri}`);
  const qop = challenge['qop'] === undefined ? [] : ['00000001', request.nonce, 'auth'];
  const parts = [
    `username="${quoted(request.user)}"`,
    `realm="${quoted(realm)}"`,
    `nonce="${quoted(nonce)}"`,
    `uri="${uri}"`,
    `response="${md5([secret, nonce, ...qop, action].join(':'))}"`,
    ...(qop.length === 0 ? [] : ['qop=auth', 'nc=00000001', `cnonce="${request.nonce}"`]),
    ...(opaque === undefined ? [] : [`opaque="${quoted(opaque)}"`]),
    'algorithm=MD5',
  ];
  return `Digest ${parts.join(', ')}`;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
