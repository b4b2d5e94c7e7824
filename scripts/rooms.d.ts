import type { RoomRules } from './room-table.js';

/** The rooms of src/, those that know the least first. */
export const rooms: Readonly<Record<string, RoomRules>>;

/** The extensions in src/extensions/. */
export const extensions: Readonly<Record<string, RoomRules>>;

/** Imports against the direction: a file of src/, the files of src/ that it imports, and why. */
export const exceptions: readonly {
  readonly file: string;
  readonly imports: readonly string[];
  readonly reason: string;
}[];
