/** Called before a longer step begins (undefined: nothing that needs a name) and on its progress: `part 2 of 5`. */
export type OnWait = (what: string | undefined, detail?: string) => void;
