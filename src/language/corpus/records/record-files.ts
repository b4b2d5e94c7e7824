import type { Draft } from '../draft.js';
import type { CorpusOptions } from '../options.js';

/** A record of a file by the names of its fields, or what keeps it from being read; with its line, from 1. */
export type FoundFields<Value = unknown> =
  | { readonly position: number; readonly fields: Readonly<Record<string, Value>> }
  | { readonly position: number; readonly problem: string };

export interface TableSettings {
  readonly maximumLineBytes: number;
  /** @param delimiter its name, for messages @throws Unreadable where a column is missing */
  readonly checkHeader: (columns: readonly string[], delimiter: string) => void;
}

/** A record of a file, or what keeps it from being read. Positions are lines from 1 or bytes from 0. */
export type FoundRecord =
  | { readonly position: number; readonly id: string | undefined; readonly draft: Draft }
  | { readonly position: number; readonly problem: string };

/** All options of the readers, defaults filled in. */
export type CorpusSettings = Required<CorpusOptions>;

/** A kind of file that holds many documents. */
export interface RecordFormat {
  /** Unit of positions: lines, or bytes after decompression. */
  readonly unit: 'line' | 'byte';
  /** True where ids are addresses, which mean the same whatever file they stand in. */
  readonly hasGlobalIds: boolean;
  /** Reads the records of a file in its order. A record that cannot be read is a problem, and the reading continues. */
  readonly read: (
    openBytes: () => AsyncIterable<Uint8Array>,
    settings: CorpusSettings,
  ) => AsyncGenerator<FoundRecord>;
}
