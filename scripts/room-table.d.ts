/**
 * ARCHITECTURE.md with the imports of each room as the rules have them.
 * @param allowed the rooms that each room may import; default: those of `rooms.js`
 */
export function withImports(document: string, allowed?: Readonly<Record<string, readonly string[]>>): string;
