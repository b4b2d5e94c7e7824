/**
 * True if a crawl with these settings requests stored pages only, so that its times and seconds are simulated.
 * @param settings those of a crawl, also as its description has them
 */
export function isTimeSimulated({ web }: { readonly web?: unknown }): boolean {
  return web !== undefined;
}

/** Report of {@link isTimeSimulated}. */
export function simulatedTimeOf(settings: Parameters<typeof isTimeSimulated>[0]): {
  readonly simulatedTime?: true;
} {
  return isTimeSimulated(settings) ? { simulatedTime: true } : {};
}
