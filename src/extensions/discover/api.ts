/** `sfwc/discover`: where a crawl may start. */
import { harvestTopic, type HarvestReport } from './harvest/harvest.js';
import type { HarvestOptions } from './harvest/harvest-settings.js';
import type { HarvestProgress } from './harvest/summary.js';
import { mapHosts as map, type MapReport } from './map/map-hosts.js';
import type { MapOptions } from './map/map-settings.js';
import { proposeSeeds as propose, type SeedsDeps, type SeedsReport } from './seeds/propose-seeds.js';
import type { SeedsOptions } from './seeds/seeds-settings.js';
import type { WithParts } from '../../app/settings/plugin-options.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';

export type { HarvestOptions, HarvestReport, MapOptions, MapReport, SeedsOptions, SeedsReport };
export type { MapEntry } from './map/map-hosts.js';

type SeedsProgress = Parameters<NonNullable<SeedsDeps['onProgress']>>[0];

/** Finds pages about a topic through many short searches. @throws UsageError, InputError, OutputError */
export async function harvest(
  kb: string,
  options: Omit<WithParts<HarvestOptions, 'classifier' | 'linkers' | 'sinks'>, 'kb'> &
    CallOptions<HarvestProgress>,
): Promise<HarvestReport> {
  const { how, settings } = takeCall<typeof options, HarvestProgress>('harvest', options);
  return harvestTopic({ ...settings, kb }, how);
}

/**
 * Lists the URLs of hosts by their sitemaps and feeds, ranked by a topic, without requesting their pages.
 * @throws UsageError, InputError, OutputError, Interrupted
 * @example const { seeds } = await mapHosts('kb', { hosts: ['example.org'], topic: 'diabetes' });
 */
export async function mapHosts(
  kb: string,
  options: Omit<MapOptions, 'kb'> & {
    /** Host names and web addresses. */
    readonly hosts: readonly string[];
  } & CallOptions,
): Promise<MapReport> {
  const { how, settings } = takeCall<typeof options>('mapHosts', options);
  return map({ ...settings, kb }, how);
}

/** Proposes seeds for crawls about a topic, with reasons. @throws UsageError, InputError, OutputError */
export async function proposeSeeds(
  kb: string,
  options: Omit<WithParts<SeedsOptions, 'classifier' | 'linkers' | 'readers'>, 'kb'> &
    CallOptions<SeedsProgress>,
): Promise<SeedsReport> {
  const { how, settings } = takeCall<typeof options, SeedsProgress>('proposeSeeds', options);
  return propose({ ...settings, kb }, how);
}
