/** A rule for the post-tagger in compromise's match syntax: the part in brackets gets the tag. */
export interface TaggingRule {
  readonly match: string;
  readonly group: number;
  readonly tag: string;
  /** Matches that contain this are ignored. */
  readonly notIf: string;
  /** An example. */
  readonly reason: string;
}

/** Forms that are never plural nouns, or seldom after a nominalised adjective ("little remains"). */
const VERBS =
  '#Gerund|#Copula|#Infinitive|does|has|goes|says|comes|becomes|seems|remains|exists|occurs|consists|contains|includes|belongs|speaks|dies';

/**
 * Words that stand before a noun. `as`, `than`, `like` and `that` are deliberately absent, since verbs follow them ("as does the
 * king").
 */
const PREPOSITIONS =
  '(of|in|on|to|from|at|by|with|for|between|into|among|amongst|under|over|through|during|against|within|without|across|toward|towards|via|per|concerning|regarding)';

/** Example, pattern, and what must not be in the match. */
type Pattern = readonly [reason: string, match: string, notIf: string];

const PATTERNS: readonly Pattern[] = [
  ['types of dunes', `${PREPOSITIONS} [#PresentTense]`, VERBS],
  ['such laws', '(such|various|numerous|these|those) [#PresentTense]', VERBS],
  // A verb is followed by its object: "gold forms the basis".
  ['culinary uses', '#Adjective [#PresentTense] #Determiner?', `${VERBS}|#Determiner|#Adverb`],
  ['eleven judges', '#TextValue [#PresentTense] #Determiner?', `${VERBS}|#Determiner|#Ordinal|one`],
  // Years are dates: "a treaty of 1945 forms the basis".
  [
    'has 11 lakes',
    '(#Verb|only|of|than|from|by|with|over|about|nearly) #NumericValue [#PresentTense]',
    '#Gerund|#Infinitive|#Percent|#Date',
  ],
  ['church services were', '#Noun [#PresentTense] (are|were|have)', '#Pronoun|#Gerund|#Infinitive'],
];

/**
 * Rules against the commonest mistake of compromise (14.17) in encyclopedia articles: it takes plural nouns that are also
 * forms of a verb ("uses", "rights", "lakes") for verbs.
 */
export const PLURAL_RULES: readonly TaggingRule[] = PATTERNS.map(([reason, match, notIf]) => ({
  match,
  group: 0,
  tag: 'Plural',
  notIf: `(${notIf})`,
  reason,
}));
