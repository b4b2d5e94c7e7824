/** `sfwc/network`: the links of a crawl, for programs that draw and measure networks. */
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import type { NetworkOptions } from './network-settings.js';
import type { SuggestedSite } from './suggest-sites.js';
import { suggestSitesOf, writeNetwork as write, type NetworkReport } from './write-network.js';

export type { NetworkOptions, NetworkReport, SuggestedSite };

/** Writes the links between the pages or sites of a crawl, or the nouns that they share. @throws UsageError, InputError, OutputError */
export async function writeNetwork(
  out: string,
  options: NetworkOptions & CallOptions & { readonly to: string },
): Promise<NetworkReport> {
  const { how, settings } = takeCall('writeNetwork', options);
  return write(out, settings, how);
}

/** Folders of hosts that other hosts link to apart from the rest of the host. @throws UsageError, InputError */
export async function suggestSites(
  out: string,
  options: CallOptions = {},
): Promise<readonly SuggestedSite[]> {
  return suggestSitesOf(out, takeCall('suggestSites', options).how);
}
