import type { MiddlewareHandler } from 'hono';
import { Problem } from './problem.js';

/** Methods of each kind of path, in the syntax of the Allow header. */
export const ALLOW = {
  query: 'GET, HEAD, POST, OPTIONS',
  update: 'POST, OPTIONS',
  data: 'GET, HEAD, PUT, POST, DELETE, OPTIONS',
  page: 'GET, HEAD, OPTIONS',
} as const;

/**
 * Refuses methods that a path does not support, and lists the supported ones in the answer to OPTIONS.
 * @param allow an Allow header
 */
export function onlyMethods(allow: string): MiddlewareHandler {
  const known = allow.split(', ');
  return async (context, next) => {
    const { method } = context.req;
    if (!known.includes(method))
      throw new Problem(405, `${method} is not supported here; there is ${allow}`, { allow });
    await next();
    if (method === 'OPTIONS') context.header('allow', allow);
  };
}
