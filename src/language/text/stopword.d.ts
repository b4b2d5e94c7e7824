/** Lists of stop words, lower case, by ISO 639-3 code; `porBr` is Brazilian Portuguese. Only those that are used by name. */
declare module 'stopword/dist/stopword.esm.mjs' {
  export const eng: readonly string[], porBr: readonly string[];
}
