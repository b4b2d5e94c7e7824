/** How much of a topic its judge would find, estimated from the corpus alone. */
export interface Outlook {
  /** Texts of the corpus. */
  readonly texts: number;
  /** The share of pages like these texts that would be accepted, from 0 to 1. A rough estimate. */
  readonly found: number;
  /** The same with {@link MORE_TEXTS} more texts. */
  readonly foundWithMore: number;
  /** Nouns that characterise the topic and that only one or two texts have, the most telling first; may be empty. */
  readonly scarce: readonly string[];
}

/** The number of further texts that {@link Outlook.foundWithMore} is about. */
export const MORE_TEXTS = 10;

/** Below this share, a topic is thin. */
const ENOUGH_FOUND = 0.7;
/** With fewer texts, a topic is thin whatever it seems to find, since so few may resemble each other by chance. */
const FEW_TEXTS = 10;

/** Shares in words: the estimate is rough, and digits would claim more than is known. */
const SHARES: readonly (readonly [below: number, words: string])[] = [
  [0.2, 'few'],
  [0.42, 'about a third'],
  [0.58, 'about half'],
  [ENOUGH_FOUND, 'about two thirds'],
  [Infinity, 'most'],
];

/** Whether a person should be warned. */
export function isThin({ texts, found }: Outlook): boolean {
  return texts < FEW_TEXTS || found < ENOUGH_FOUND;
}

/**
 * An outlook in words: "most of the web pages like its texts (estimated from 26 texts, each judged without itself)"; of a thin topic
 * also what would help.
 */
export function outlookText(outlook: Outlook): string {
  const { texts, found } = outlook;
  const few = texts < FEW_TEXTS ? ', which are too few to be sure' : '';
  const estimate = `${shareText(found)} of the web pages like its texts (estimated from ${texts} texts, each judged without itself${few})`;
  return isThin(outlook) ? `${estimate}; ${helpText(outlook)}` : estimate;
}

function helpText({ found, foundWithMore, scarce }: Outlook): string {
  const [now, then] = [shareText(found), shareText(foundWithMore)];
  const more = now === then ? 'more texts would help' : `${then} with ${MORE_TEXTS} more texts`;
  return scarce.length === 0
    ? more
    : `${more}, best with some about what only one or two texts mention so far: ${scarce.join(', ')}`;
}

function shareText(share: number): string {
  return SHARES.find(([below]) => share < below)?.[1] ?? '';
}
