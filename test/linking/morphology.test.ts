import { describe, expect, it } from '@jest/globals';
import { detachNounEndings } from '../../src/linking/morphology.js';

describe('detachNounEndings', () => {
  it.each([
    ['cells', ['cell']],
    ['lenses', ['lense', 'lens']],
    ['boxes', ['boxe', 'box']],
    ['quizzes', ['quizze', 'quizz']],
    ['churches', ['churche', 'church']],
    ['bushes', ['bushe', 'bush']],
    ['firemen', ['fireman']],
    ['studies', ['studie', 'study']],
    ['glass', []],
    ['us', []],
    ['insulin', []],
  ])('%s could be of %j', (noun, forms) => {
    expect(detachNounEndings(noun)).toEqual(forms);
  });
});
