import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { isLoopback } from '../support/loopback.js';
import { parseUrl } from '../support/parse-url.js';
import { Problem } from './problem.js';

/**
 * Answers requests to this machine's own names alone. A site elsewhere can let its name point to 127.0.0.1 and would
 * then pass for the same origin (DNS rebinding); the Host header gives it away.
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

/** Names of headers of our own. */
export const CUT_HEADER = 'Sfwc-Cut-After';

/**
 * Which pages of other origins may read answers: those on this machine, and those of the setting. Not all by default,
 * or any site that is visited could read a knowledge base that is served on the visitor's own machine.
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

/** The page loads nothing from elsewhere and runs no script but its own. */
export function pagePolicy(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The editor and the tables set style attributes as they go.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
  });
}

/**
 * Lets through who may make changes.
 * @param token undefined when nobody may
 * @throws Problem 403 when the server only reads, 401 without the token
 */
export function requireToken(authorization: string | undefined, token: string | undefined): void {
  if (token === undefined) {
    throw new Problem(403, 'this server only reads; start it with --writable and a token to allow changes');
  }
  if (holdsToken(authorization, token)) return;
  throw new Problem(
    401,
    givenToken(authorization) === undefined ? 'changes need a bearer token' : 'this is not the token',
    {
      'www-authenticate': 'Bearer realm="sfwc"',
    },
  );
}

/** Whether the request has the token that changes need. */
export function holdsToken(authorization: string | undefined, token: string | undefined): boolean {
  const given = givenToken(authorization);
  return given !== undefined && token !== undefined && sameSecret(given, token);
}

function givenToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

/** Takes the same time however much of it is right. */
function sameSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
