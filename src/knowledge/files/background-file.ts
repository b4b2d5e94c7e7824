import { z } from 'zod';
import { languageName } from '../../support/text/language-name.js';
import { readOfAnnotator, writeCheckedJson, type CheckedFormat } from './checked-json.js';

/** The languages in which a background comes with sfwc, by their ISO 639-1 codes. */
export const BOXED_LANGUAGES: readonly string[] = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

export function hasBoxedBackground(language: string): boolean {
  return BOXED_LANGUAGES.includes(language);
}

/** The languages of {@link BOXED_LANGUAGES} by their names, in a sentence. */
export function boxedLanguages(): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(BOXED_LANGUAGES.map(languageName));
}

const header = z.looseObject({
  /** ISO 639-1 code. */
  language: z.string(),
  /** Name and version of the annotator that found the nouns. */
  annotator: z.string(),
  texts: z.number(),
  sources: z.array(z.object({ source: z.string(), licence: z.string(), texts: z.number() })),
});

type BackgroundHeader = z.infer<typeof header>;

const FORMAT: CheckedFormat = {
  ...{ name: 'sfwc background', version: 1, header },
  hint: 'install sfwc again, or name texts about anything else: --background <texts>',
};

/** Saves a background: what its texts are made of, packed. The same content gives the same bytes. @throws OutputError */
export async function writeBackground(file: string, header: BackgroundHeader, texts: unknown): Promise<void> {
  await writeCheckedJson(file, FORMAT, { header, body: texts });
}

/** Reads a background. @throws InputError when it is missing, damaged, of another version, or read by another annotator */
export async function readBackground(file: string, annotator: string) {
  const { header, checksum, body } = await readOfAnnotator<BackgroundHeader, unknown>(
    file,
    FORMAT,
    annotator,
  );
  return { header, checksum, texts: body };
}
