const list = (names: string): readonly string[] => names.split(' ');

/** Elements that begin and end a block of text. */
const BLOCKS = list(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary ' +
    'table tbody td tfoot th thead tr ul',
);

/** Elements whose content is not text of the page. */
const UNRENDERED = list(
  'script style noscript template iframe svg head title select textarea datalist object video audio canvas noframes ' +
    'noembed annotation annotation-xml',
);
/** Elements that stand between the letters of a word without parting it; others that are left out part words. */
const GAPLESS = list('script style noscript template');
/** Elements whose text no reader of an anchor sees, and `svg`, whose `title` is a tool tip. */
const SILENT = list('script style noscript template svg');
/** Elements whose text is shown as it was typed, braces included. */
const CODE = list('pre code kbd samp tt');
/** Elements that say something about the page or carry a link. */
const TELLING = list('html title meta link template svg a area script base');
const HEADINGS = list('h1 h2 h3 h4 h5 h6');
/** Frequent elements of which nothing else is said. */
const OTHERS = list('b br button em i img input label span strong');

/** Traits that follow from the name of an element. One object for each name, so that it is looked up once for an element. */
export interface ElementTraits {
  /** One string for all elements that are called so: comparing it takes less time than comparing what parsers cut out. */
  readonly name: string;
  readonly isBlock: boolean;
  readonly isUnrendered: boolean;
  readonly isGapless: boolean;
  readonly isSilent: boolean;
  readonly isCode: boolean;
  readonly isTelling: boolean;
  /** 1 to 6 for `h1` to `h6`, else 0. */
  readonly heading: number;
}

function readTraits(name: string): ElementTraits {
  return {
    name,
    isBlock: BLOCKS.includes(name),
    isUnrendered: UNRENDERED.includes(name),
    isGapless: GAPLESS.includes(name),
    isSilent: SILENT.includes(name),
    isCode: CODE.includes(name),
    isTelling: TELLING.includes(name),
    heading: HEADINGS.indexOf(name) + 1,
  };
}

const PLAIN = readTraits('');
const TRAITS: ReadonlyMap<string, ElementTraits> = new Map(
  [...BLOCKS, ...UNRENDERED, ...GAPLESS, ...SILENT, ...CODE, ...TELLING, ...OTHERS].map((name) => [
    name,
    readTraits(name),
  ]),
);

/** @param name in lower case */
export function traitsOf(name: string): ElementTraits {
  return TRAITS.get(name) ?? PLAIN;
}
