import fc from 'fast-check';

const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Texts of any characters, as `unit: 'binary'` of fast-check, which fills a table of a million characters at first. */
export function anyText(limits: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.string({ ...limits, unit: character });
}
