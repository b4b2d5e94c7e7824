/** A room or an extension in `rooms.js`. */
export interface RoomRules {
  readonly content: string;
  /** The most lines of TypeScript that it may have. */
  readonly lines: number;
}

/** The rules of all rooms and extensions, by name. */
export type KnownRooms = Readonly<Record<'rooms' | 'extensions', Readonly<Record<string, RoomRules>>>>;

/** ARCHITECTURE.md with the tables of rooms and extensions as the rules have them. @param known default: those of `rooms.js` */
export function withTables(document: string, known?: KnownRooms): string;

/** The rooms and extensions that have more lines than they may. @param linesOf the lines of a folder of src/ */
export function overBudget(
  linesOf?: (folder: string) => number,
  known?: KnownRooms,
): readonly { readonly folder: string; readonly lines: number; readonly most: number }[];

/** Number of packages that are installed without development, optional ones included. @param lock content of package-lock.json */
export function countPackages(lock: string): number;
