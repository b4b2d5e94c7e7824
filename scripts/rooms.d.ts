import type { RoomRules } from './room-table.js';

/** The rooms of src/, those that know the least first. */
export const rooms: Readonly<Record<string, RoomRules>>;

/** The extensions in src/extensions/. */
export const extensions: Readonly<Record<string, RoomRules>>;

/** Packages that an installation without development may have, optional ones included. */
export const productionPackages: number;
