/** Kinds of faults that are distinguished; a file can make up as many as it likes. */
const MAX_KINDS = 10;
/** Characters of a file that a message shows. */
const SHOWN = 60;

/** The faults of one file: each kind is reported once, with its first place and how often it occurs. */
export interface SitemapProblems {
  /**
   * @param kind what is wrong; faults of one kind are counted together
   * @param line where, counted from 1; absent for what concerns the whole file
   * @param example what stands there; of each kind the first is shown
   */
  add(kind: string, line?: number, example?: string): void;
  /** One message per kind, in the order of their first places. */
  messages(): readonly string[];
}

/** No faults yet. */
export function createSitemapProblems(): SitemapProblems {
  const kinds = new Map<string, { readonly first: string; times: number }>();
  return {
    add(kind, line, example) {
      const known = kinds.get(kind);
      if (known !== undefined) known.times += 1;
      else if (kinds.size < MAX_KINDS) {
        const place = line === undefined ? '' : `line ${line}: `;
        const first = `${place}${kind}${example === undefined ? '' : `: ${shown(example)}`}`;
        kinds.set(kind, { first, times: 1 });
      }
    },
    messages: () =>
      [...kinds.values()].map(({ first, times }) => (times === 1 ? first : `${first} (${times} times)`)),
  };
}

/** A piece of a file as a message may show it: short, and without characters that control terminals. */
export function shown(text: string): string {
  const piece = text.slice(0, SHOWN).replace(/\p{C}/gu, '\uFFFD');
  return `'${piece}${text.length > SHOWN ? '…' : ''}'`;
}
