import { command } from '../../cli/command.js';
import { watchWork, LOADING } from '../../cli/work-watch.js';
import { networkFields, type NetworkOf } from './network-settings.js';
import type { SuggestedSite } from './suggest-sites.js';
import type { NetworkReport } from './write-network.js';

export const networkCommand = command({
  examples: [
    'sfwc network out --to links.gexf',
    'sfwc network out --of sites --to sites.gexf',
    'sfwc network out --suggest > sites.txt && sfwc network out --of sites --sites sites.txt --to sites.gexf',
    'sfwc network out --of sites --accepted --format seeds --found 50 --to next.txt',
    'sfwc network out --of nouns --nouns 100 --format graphml --to nouns.graphml',
    'sfwc network out --anchors --format csv --to tables',
  ],
  fields: networkFields,
  run: async ({ suggest, ...settings }, [out = ''], io) => {
    const progress = await watchWork(io, 'reading links');
    try {
      progress.wait(LOADING);
      const { suggestSitesOf, writeNetwork } = await import('./write-network.js');
      const how = { signal: io.signal, logger: progress.logger };
      progress.wait('reading the events of the crawl');
      if (suggest) {
        const suggested = await suggestSitesOf(out, how);
        progress.stop();
        io.data(suggested.map(suggestionText).join(''));
        if (suggested.length === 0) io.stderr('no folder has links of its own from two other hosts\n');
        return 0;
      }
      const report = await writeNetwork(out, settings, how, (pieces) => {
        progress.stop();
        return io.stream(pieces);
      });
      progress.stop();
      if (settings.to !== undefined)
        io.stderr(
          `wrote ${reportText(report, settings.of, settings.format === 'seeds')} to ${settings.to}\n`,
        );
      const nothing = whyNothing(report, settings.format === 'seeds');
      if (nothing !== undefined) progress.logger.warn(`${nothing} in ${out}`);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

/** A line of a file of sites, with the reason. */
function suggestionText({ prefix, hosts, hostsOfRest, pages }: SuggestedSite): string {
  return `${prefix} # ${hosts} other hosts link to it, ${hostsOfRest} to what is next to it; pages judged: ${pages}\n`;
}

function whyNothing({ nodes, found }: NetworkReport, seeds: boolean): string | undefined {
  if (seeds) return found === 0 ? 'every address that was found was crawled' : undefined;
  return nodes === found ? 'no page was judged, or none accepted' : undefined;
}

/** `84 pages (12 not crawled) and 310 links`. */
function reportText({ nodes, found, edges }: NetworkReport, of: NetworkOf, seeds: boolean): string {
  if (seeds) return `${found} addresses`;
  const notCrawled = found === 0 ? '' : ` (${found} not crawled)`;
  return `${nodes} ${of}${notCrawled} and ${edges} ${of === 'nouns' ? 'pairs' : 'links'}`;
}
