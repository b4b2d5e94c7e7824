/** The name of links by a label index. */
export const LABEL_INDEX_NAME = 'label-index';

/** A label index in memory that worker threads share. */
export interface LabelIndexData {
  readonly bytes: SharedArrayBuffer;
  /** SHA-256 of its content, hexadecimal: indexes with the same checksum link alike. */
  readonly checksum: string;
}
