import type { MiddlewareHandler } from 'hono';
import { holdsToken } from '../request-guard.js';
import { Problem } from '../problem.js';

/** Accepts requests with the token of the control room alone. */
export function needsToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    if (!holdsToken(context.req.header('authorization'), token))
      throw new Problem(401, 'the token is missing or wrong; open the address that sfwc printed', {
        'www-authenticate': 'Bearer realm="sfwc"',
      });
    context.header('cache-control', 'no-store');
    await next();
  };
}
