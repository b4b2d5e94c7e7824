/**
 * True if a crawl with these settings requests stored pages only, so that its times and seconds are simulated.
 * @param settings those of a crawl, also as its description has them
 */
export function isTimeSimulated({
  web,
  fromWarc,
}: {
  readonly web?: unknown;
  readonly fromWarc?: unknown;
}): boolean {
  return web !== undefined || (Array.isArray(fromWarc) && fromWarc.length > 0);
}

/** Report of {@link isTimeSimulated}. */
export function simulatedTimeOf(settings: Parameters<typeof isTimeSimulated>[0]): {
  readonly simulatedTime?: true;
} {
  return isTimeSimulated(settings) ? { simulatedTime: true } : {};
}
