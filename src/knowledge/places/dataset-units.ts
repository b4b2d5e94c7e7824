import { loadFile } from '../files/kb-folder.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { SfwcError } from '../../model/errors.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { requireCrawlQuads } from './knowledge-base.js';
import { parsePlace } from './parse-place.js';
import type { DatasetUnit } from './place.js';

export type { DatasetUnit };

/** A unit that cannot be read, and why. */
interface UnreadableUnit {
  readonly name: string;
  readonly error: SfwcError;
}

/** Places of units. */
export interface UnitPlaces {
  /** Folders, files and SPARQL endpoints. */
  readonly kbs: readonly string[];
  /** Result folders of crawls. */
  readonly crawls?: readonly string[];
  readonly settings: EndpointSettings;
  readonly warn: (message: string) => void;
}

/**
 * Opens units one after the other, so that no more than one is in memory. One whose file is damaged is reported and
 * passed over.
 * @throws InputError when a place holds no knowledge base or an endpoint cannot be reached
 */
export async function* openUnits(
  { kbs, crawls = [], settings, warn }: UnitPlaces,
  onUnreadable: (unit: UnreadableUnit) => void,
): AsyncGenerator<DatasetUnit> {
  const attempt = async function* (
    name: string,
    open: () => Promise<DatasetUnit>,
  ): AsyncGenerator<DatasetUnit> {
    try {
      yield await open();
    } catch (error) {
      if (!(error instanceof SfwcError)) throw error;
      onUnreadable({ name, error });
    }
  };
  for (const kb of kbs) {
    for await (const unit of parsePlace(kb, settings, warn).units())
      yield* attempt(unit.name, () => unit.open());
  }
  for (const folder of crawls) yield* attempt(folder, () => crawlUnit(folder));
}

async function crawlUnit(folder: string): Promise<DatasetUnit> {
  const file = requireCrawlQuads(folder);
  const kb = createOxigraphStore();
  await loadFile(kb, file);
  return { kind: 'crawl', name: file, place: folder, kb, files: [file] };
}
