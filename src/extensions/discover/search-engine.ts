import type { EngineKind, HarvestSettings } from './harvest-settings.js';
import type { WebSettings } from '../../app/settings/settings.js';
import { openCorpus } from '../../language/corpus/open-source.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { SearchEngine } from './search/search.js';
import { createIndexEngine } from './search/index-engine.js';
import { createJsonEngine } from './search/json-engine.js';
import { createMediaWikiEngine } from './search/mediawiki-engine.js';
import { createOpenSearchEngine } from './search/opensearch-engine.js';
import type { Clock } from '../../support/time/clock.js';
import { createWebCorpus } from './web-corpus.js';
import { openWordReader } from '../../language/text/english.js';

/** What queries of a search engine on the web need. */
export interface EngineSurroundings {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly warn: (message: string) => void;
}

/** The kind of an engine, told by its address. */
export function engineKind(engine: string): EngineKind {
  if (!/^https?:\/\//i.test(engine)) return 'index';
  if (engine.includes('{searchTerms}')) return 'json';
  if (/\/api\.php$/i.test(engine)) return 'mediawiki';
  return /opensearch|osd|\.xml$/i.test(engine) ? 'opensearch' : 'json';
}

/** The settings that describe a search engine. */
export type EngineSettings = WebSettings &
  Pick<HarvestSettings, 'engine' | 'engineKind' | 'searchDelay' | 'retries' | 'web'>;

/**
 * The search engine that settings name.
 * @throws UsageError when address and kind do not fit; InputError for a corpus that is not there
 */
export function openSearchEngine(settings: EngineSettings, surroundings: EngineSurroundings): SearchEngine {
  const { engine, engineKind: stated, searchDelay, retries } = settings;
  const kind = stated ?? engineKind(engine);
  const isAddress = /^https?:\/\//i.test(engine);
  if (isAddress === (kind === 'index')) {
    const wanted = isAddress ? 'the path of a corpus' : 'an address that begins with http:// or https://';
    throw new UsageError(`--engine-kind ${kind} needs ${wanted} as --engine, not ${engine}`);
  }
  const options = { address: engine, delaySeconds: searchDelay, retries, ...surroundings };
  switch (kind) {
    case 'json':
      return createJsonEngine(options);
    case 'opensearch':
      return createOpenSearchEngine(options);
    case 'mediawiki':
      return createMediaWikiEngine(options);
    case 'index':
      return createIndexEngine(
        engine === settings.web ? createWebCorpus(engine, settings) : openCorpus(engine),
        openWordReader(),
      );
  }
}
