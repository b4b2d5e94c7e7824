/** `sfwc/discover`: where a crawl may start. */
import { harvestTopic, type HarvestReport, type HarvestSurroundings } from './harvest.js';
import type { HarvestOptions } from './harvest-settings.js';
import { mapHosts as map, type MapReport, type MapSurroundings } from './map-hosts.js';
import type { MapOptions } from './map-settings.js';
import { proposeSeeds as propose, type SeedsReport, type SeedsSurroundings } from './propose-seeds.js';
import type { SeedsOptions } from './seeds-settings.js';
import type { WithParts } from '../../app/settings/plugin-options.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';

export type { HarvestOptions, HarvestReport, MapOptions, MapReport, SeedsOptions, SeedsReport };
export type { MappedHost } from './map-host.js';
export type { Folder } from './map/folders.js';
export type { MapEntry } from './map/site-entries.js';
export type { SearchEngine, SearchHit } from './search/search.js';

type HarvestProgress = Parameters<NonNullable<HarvestSurroundings['onProgress']>>[0];
type MapProgress = Parameters<NonNullable<MapSurroundings['onProgress']>>[0];
type SeedsProgress = Parameters<NonNullable<SeedsSurroundings['onProgress']>>[0];

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
 * Finds what hosts have without requesting their pages, ranked by a topic.
 * @throws UsageError, InputError, OutputError, Interrupted
 * @example const { seeds } = await mapHosts('kb', { hosts: ['example.org'], topic: 'diabetes' });
 */
export async function mapHosts(
  kb: string,
  options: Omit<MapOptions, 'kb'> & {
    /** Host names and web addresses. */
    readonly hosts: readonly string[];
  } & CallOptions<MapProgress>,
): Promise<MapReport> {
  const { how, settings } = takeCall<typeof options, MapProgress>('mapHosts', options);
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
