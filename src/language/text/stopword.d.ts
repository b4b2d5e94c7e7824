/** Lists of stop words, lower case, by ISO 639-3 code; `porBr` is Brazilian Portuguese. */
declare module 'stopword/dist/stopword.esm.mjs' {
  type Words = readonly string[];
  export const ara: Words, ben: Words, bul: Words, cat: Words, ces: Words, dan: Words, deu: Words, ell: Words;
  export const eng: Words, est: Words, eus: Words, fas: Words, fin: Words, fra: Words, guj: Words, heb: Words;
  export const hin: Words, hrv: Words, hun: Words, hye: Words, ita: Words, lav: Words, lit: Words, mar: Words;
  export const msa: Words,
    nld: Words,
    nob: Words,
    pol: Words,
    por: Words,
    porBr: Words,
    ron: Words,
    rus: Words;
  export const slk: Words, slv: Words, spa: Words, swe: Words, tgl: Words, tur: Words, ukr: Words, urd: Words;
}
