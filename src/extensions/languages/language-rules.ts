/** Rules by which texts in a language are split into words, and words form phrases. */
export interface LanguageRules {
  /** ISO 639-1 code. */
  readonly code: string;
  /** True if a word ends at an apostrophe, which belongs to it: French l'eau, Italian dell'acqua. */
  readonly elides: boolean;
  /** Words with an apostrophe or a hyphen that are one word all the same. */
  readonly whole: ReadonlySet<string>;
  /** Pronouns that a hyphen joins to a verb: French dit-il. They are words of their own. */
  readonly enclitics?: RegExp;
  /** Words whose full stop does not end a sentence. */
  readonly abbreviations: ReadonlySet<string>;
  /** True if a number with a full stop is an ordinal, which does not end a sentence: German 3. Mai. */
  readonly ordinalDots: boolean;
  /** Prepositions between two nouns of a phrase: protezione dei dati. */
  readonly joining: ReadonlySet<string>;
  /** True if an adjective that names a thing follows its noun: energía solar. */
  readonly adjectivesFollow: boolean;
  /** An adjective in the form that it has in the name of a thing, in the singular. */
  readonly adjective: (form: string, lemma: string) => string;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

const TITLES = 'dr prof st vs no nr p pp ca etc vol ed ing';

/** Romance adjectives keep their gender and lose their plural: scienze sociali, ciencias sociales. */
function romance(feminine: RegExp, singular: (form: string) => string): LanguageRules['adjective'] {
  return (form, lemma) => (feminine.test(form) ? singular(form) : lemma);
}

const withoutS = (form: string): string => form.replace(/s$/, '');

/** The languages in which this extension finds nouns, by ISO 639-1 code. */
export const LANGUAGES = {
  de: {
    code: 'de',
    elides: false,
    whole: words(''),
    abbreviations: words(
      `${TITLES} bzw d.h z.b u.a usw evtl ggf inkl max min mio mrd tel str jh bd hrsg vgl abs art`,
    ),
    ordinalDots: true,
    joining: words('von'),
    adjectivesFollow: false,
    // Cases and genders differ in the ending only: künstliche, künstlicher, künstlichen.
    adjective: (form) => form.replace(/e[nrsm]$/, 'e'),
  },
  es: {
    code: 'es',
    elides: false,
    whole: words(''),
    abbreviations: words(`${TITLES} sr sra srta dra ud uds pág págs núm art cap ee.uu a.c d.c`),
    ordinalDots: false,
    joining: words('de del'),
    adjectivesFollow: true,
    adjective: romance(/as?$/, withoutS),
  },
  fr: {
    code: 'fr',
    elides: true,
    whole: words("aujourd'hui quelqu'un prud'homme prud'hommes presqu'île entr'acte"),
    enclitics: /-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous|ce|l[aeà]|les|lui|leur|moi|toi|y|en|ci|là)$/i,
    abbreviations: words(`${TITLES} m mm mme mlle me av bd art chap cf fig env j.-c`),
    ordinalDots: false,
    joining: words("de d' du des"),
    adjectivesFollow: true,
    adjective: romance(/es?$/, withoutS),
  },
  it: {
    code: 'it',
    elides: true,
    whole: words("po' mo' be' ca' de' fa' va' da' sta' di' to'"),
    abbreviations: words(`${TITLES} sig sigg dott avv ing art cap cfr fig pag pagg ecc a.c d.c on`),
    ordinalDots: false,
    joining: words("di d' del dello dell' della dei degli delle"),
    adjectivesFollow: true,
    adjective: (form, lemma) => {
      if (form.endsWith('a')) return form;
      return form.endsWith('e') && lemma.endsWith('o') ? `${lemma.slice(0, -1)}a` : lemma;
    },
  },
  nl: {
    code: 'nl',
    elides: false,
    whole: words(''),
    abbreviations: words(`${TITLES} dhr mevr mw ir mr drs bv bijv d.w.z o.a m.b.t enz jl blz red tel`),
    ordinalDots: false,
    joining: words('van'),
    adjectivesFollow: false,
    adjective: (form) => form,
  },
  pt: {
    code: 'pt',
    elides: true,
    whole: words(''),
    abbreviations: words(`${TITLES} sr sra dra v.ex pág págs art cap fig núm av a.c d.c`),
    ordinalDots: false,
    joining: words('de do da dos das'),
    adjectivesFollow: true,
    adjective: romance(/as?$/, withoutS),
  },
} as const satisfies Readonly<Record<string, LanguageRules>>;

/** Code of a language in which this extension finds nouns. */
export type NounLanguage = keyof typeof LANGUAGES;
