/** One preference; parameters may follow it. */
const PREFERENCE = /(?:^|,)\s*([\w-]{1,40})\s*=\s*([yn])(?:es|o)?\s*(?=[;,]|$)/g;

/** Reads a `Content-Signal` (contentsignals.org) or `Content-Usage` (draft-ietf-aipref-attach): `ai-train=no`, `search=yes`. */
export function readUsage(written: string): readonly string[] {
  const found = written.slice(0, 1000).toLowerCase().matchAll(PREFERENCE);
  return Array.from(found, ([, category, says]) => `${category}=${says === 'y' ? 'yes' : 'no'}`);
}
