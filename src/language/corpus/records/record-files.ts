/** A record of a file by the names of its fields, or what keeps it from being read; with its line, from 1. */
export type FoundFields<Value = unknown> =
  | { readonly position: number; readonly fields: Readonly<Record<string, Value>> }
  | { readonly position: number; readonly problem: string };

/** How a table is read. */
export interface TableSettings {
  /** Longest record in bytes. */
  readonly maximumLineBytes: number;
  /** Default: whichever of comma, semicolon and tab the header has most of. */
  readonly delimiter?: string;
  /** @throws Unreadable where a column is missing */
  readonly checkHeader: (columns: readonly string[]) => void;
}

/** Records of tables and JSON lines, which are not documents of a corpus. */
export interface RecordFilesPort {
  /** The records of a table below its header. After a header that does not pass its check, nothing is read. */
  readRows(bytes: AsyncIterable<Uint8Array>, settings: TableSettings): AsyncIterable<FoundFields<string>>;
  /** The objects of JSON lines; empty lines are passed over. */
  readObjects(bytes: AsyncIterable<Uint8Array>, maximumLineBytes: number): AsyncIterable<FoundFields>;
}
