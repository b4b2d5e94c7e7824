import { AI_DIRECTIVES, type AiDirective } from '../../model/rights.js';

/** Requests of a page or its header to crawlers. */
export interface RobotsTag {
  readonly noIndex: boolean;
  readonly noFollow: boolean;
  /** Statements on machine learning. */
  readonly ai: readonly AiDirective[];
}

/**
 * Requests of an `X-Robots-Tag` header to every crawler and to this one. Several headers arrive as one, separated by
 * commas, and then it cannot be told where one ends: a directive without a crawler's name in front counts for all,
 * though it may belong to a name before. So a page may be left out that could be kept, never the reverse.
 *
 * @param token the crawler's product token, in lower case
 */
export function readRobotsTag(header: string | undefined, token: string): RobotsTag {
  const directives = directivesOf(header, token);
  const none = directives.has('none');
  return {
    noIndex: none || directives.has('noindex'),
    noFollow: none || directives.has('nofollow'),
    ai: AI_DIRECTIVES.filter((directive) => directives.has(directive)),
  };
}

function directivesOf(header: string | undefined, token: string): ReadonlySet<string> {
  const directives = new Set<string>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [, name, directive = ''] = /^(?:([^\s:]+)\s*:)?\s*(.*)$/s.exec(part.trim()) ?? [];
    if (name === undefined || name === token) directives.add(directive);
  }
  return directives;
}
