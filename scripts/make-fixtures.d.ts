/** Makes a crawl as `test/fixtures/crawl` holds it, with its database not packed; or of fewer pages. */
export function makeCrawl(out: string, firstPages?: number, maxPages?: number): Promise<void>;
