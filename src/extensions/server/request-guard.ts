import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { parseUrl, isLoopback } from '../../support/parse-url.js';
import { Problem } from './http.js';

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
    allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    allowHeaders: ['Accept', 'Content-Type'],
    exposeHeaders: [CUT_HEADER, 'Retry-After'],
    maxAge: 600,
  });
}

/** Pages load nothing from other origins, have only their own scripts and styles, and frame only what this server sends. */
export function pagePolicy(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameSrc: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
  });
}

/** Accepts requests with the token of the control room alone. */
export function needsToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    const given = /^Bearer\s+(\S+)\s*$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (given === undefined || !sameSecret(given, token))
      throw new Problem(401, 'the token is missing or wrong; open the address that sfwc printed', {
        'www-authenticate': 'Bearer realm="sfwc"',
      });
    context.header('cache-control', 'no-store');
    await next();
  };
}

/**
 * Refuses methods that a path does not support, and lists the supported ones in the answer to OPTIONS.
 * @param posts the path that takes POST
 */
export function supportedMethods(posts: string): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    const known = ['GET', 'HEAD', ...(path === posts ? ['POST'] : []), 'OPTIONS'];
    const allow = known.join(', ');
    if (!known.includes(method))
      throw new Problem(405, `${method} is not supported here; there is ${allow}`, { allow });
    await next();
    if (method === 'OPTIONS') context.header('allow', allow);
  };
}

/** Compares in constant time. */
function sameSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
