import type { StatedHit } from './hits.js';

type Json = Readonly<Record<string, unknown>>;

const ADDRESS_NAMES = ['url', 'link', 'href', 'uri', 'canonicalurl', 'pageurl'];
const TITLE_NAMES = ['title', 'name', 'heading'];
const SNIPPET_NAMES = ['content', 'snippet', 'description', 'summary', 'abstract', 'extract', 'body', 'text'];
/** Maximum depth of the list of results, as in `{"web": {"results": […]}}`. */
const DEEPEST = 4;

/**
 * The hits of a JSON response: the first list, level by level, that has an object with a URL. This reads the responses of
 * SearXNG (`results`, `url`, `title`, `content`) and most other engines without configuration. Undefined if there is
 * neither such a list nor an empty one.
 */
export function hitsOfJson(answer: unknown): readonly StatedHit[] | undefined {
  let level: readonly unknown[] = [answer];
  let emptyList = false;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    for (const value of level) {
      if (!Array.isArray(value)) continue;
      const hits = value.flatMap(toHit);
      if (hits.length > 0) return hits;
      emptyList ||= value.length === 0;
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.values(value as Json)
        : [],
    );
  }
  return emptyList ? [] : undefined;
}

function toHit(value: unknown): StatedHit[] {
  if (typeof value !== 'object' || value === null) return [];
  const url = textAt(value as Json, ADDRESS_NAMES);
  if (url === undefined) return [];
  return [{ url, title: textAt(value as Json, TITLE_NAMES), snippet: textAt(value as Json, SNIPPET_NAMES) }];
}

function textAt(value: Json, names: readonly string[]): string | undefined {
  const byName = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  for (const name of names) {
    const member = byName.get(name);
    if (typeof member === 'string' && member !== '') return member;
  }
  return undefined;
}
