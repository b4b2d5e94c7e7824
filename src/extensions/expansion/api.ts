import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { expandTopic as expand, type ExpandReport } from './expand-topic.js';
import type { ExpandOptions } from './expand-settings.js';

/** The API of this extension: what WordNet knows about the nouns of topics. */
export type { CallOptions, ExpandOptions, ExpandReport };

/** Expands the characteristic nouns of a topic by WordNet. @throws UsageError, InputError, OutputError */
export async function expandTopic(
  kb: string,
  options: Omit<ExpandOptions, 'kb'> & CallOptions,
): Promise<ExpandReport> {
  const { how, settings } = takeCall('expandTopic', options);
  return expand({ ...settings, kb }, { onWait: how.onWait });
}
