/**
 * Called before a step that may take longer begins; undefined: nothing that needs a name.
 * @param detail its progress, or the part that comes now: `part 2 of 5`
 */
export type OnWait = (what: string | undefined, detail?: string) => void;
