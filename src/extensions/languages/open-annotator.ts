import type { Annotator } from '../../model/noun.js';
import { LANGUAGES, type NounLanguage } from './language-rules.js';
import { createNounAnnotator } from './noun-annotator.js';
import { readNounModel } from './noun-model.js';

/** The annotator for a language, with what comes with sfwc. @throws InputError when that is missing or damaged */
export async function openNounAnnotator(language: NounLanguage, name: string): Promise<Annotator> {
  return createNounAnnotator(name, await readNounModel(language), LANGUAGES[language]);
}
