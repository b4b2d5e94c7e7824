import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { isLoopback } from '../../support/loopback.js';
import { parseUrl } from '../../support/parse-url.js';
import { Problem } from './problem.js';

/**
 * Accepts requests only under this machine's own names. A remote site can resolve its name to 127.0.0.1 and would
 * then count as the same origin (DNS rebinding); the Host header reveals it.
 */
export function ownNamesOnly(): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!isLoopback(parseUrl(`http://${host}`)?.hostname ?? '')) {
      throw new Problem(
        403,
        `this server answers to localhost only, not to ${host === '' ? 'no name' : host}; a proxy in front of it must send Host: localhost`,
      );
    }
    await next();
  };
}

/** Response header with the number of rows after which an answer was truncated. */
export const CUT_HEADER = 'Sfwc-Cut-After';

/**
 * Which other origins may read answers: those on this machine and those of the setting. Not all by default, or any
 * visited site could read a knowledge base served on the visitor's machine.
 */
export function crossOrigin(allowed: readonly string[]): MiddlewareHandler {
  const all = allowed.includes('*');
  return cors({
    origin: all
      ? '*'
      : (origin) =>
          allowed.includes(origin) || isLoopback(parseUrl(origin)?.hostname ?? '') ? origin : null,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    allowHeaders: ['Accept', 'Authorization', 'Content-Type'],
    exposeHeaders: [CUT_HEADER, 'Location', 'Retry-After'],
    maxAge: 600,
  });
}

/** The page loads nothing from other origins, and has only its own scripts and styles. */
export function pagePolicy(): MiddlewareHandler {
  return policy();
}

/** As {@link pagePolicy}, for a page whose frames show what this server sends. */
export function framingPagePolicy(): MiddlewareHandler {
  return policy({ frameSrc: ["'self'"] });
}

/** For a page without scripts, whose form asks this server. */
export function textPagePolicy(): MiddlewareHandler {
  return policy({ scriptSrc: ["'none'"], formAction: ["'self'"] });
}

function policy({
  scriptSrc = ["'self'"],
  formAction = ["'none'"],
  frameSrc = ["'none'"],
}: Partial<Record<'scriptSrc' | 'formAction' | 'frameSrc', string[]>> = {}): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc,
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction,
      frameSrc,
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
  });
}

/**
 * Checks that a request may make changes.
 * @param token undefined when changes are not allowed
 * @throws Problem 403 on a read-only server, 401 without the token
 */
export function requireToken(authorization: string | undefined, token: string | undefined): void {
  if (token === undefined) {
    throw new Problem(403, 'this server only reads; start it with --writable and a token to allow changes');
  }
  if (holdsToken(authorization, token)) return;
  const message = givenToken(authorization) === undefined ? 'changes need a bearer token' : 'wrong token';
  throw new Problem(401, message, { 'www-authenticate': 'Bearer realm="sfwc"' });
}

/** True if the request has the token for changes. */
export function holdsToken(authorization: string | undefined, token: string | undefined): boolean {
  const given = givenToken(authorization);
  return given !== undefined && token !== undefined && sameSecret(given, token);
}

function givenToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

/** Compares in constant time. */
function sameSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
