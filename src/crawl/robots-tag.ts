/**
 * What an `X-Robots-Tag` header asks of every crawler. Parts for a crawler named in front (`examplebot: noindex`) are
 * for that one alone; several headers arrive as one, separated by commas.
 */
export function readRobotsTag(header: string | undefined): {
  readonly noIndex: boolean;
  readonly noFollow: boolean;
} {
  const directives = new Set(
    (header ?? '')
      .toLowerCase()
      .split(/\s*,\s*/)
      .map((part) => part.trim()),
  );
  const none = directives.has('none');
  return { noIndex: none || directives.has('noindex'), noFollow: none || directives.has('nofollow') };
}
