import type { PackedTexts } from '../src/judging/topic/packed-texts.js';
import type { TrainingText } from '../src/judging/topic/training-text.js';

export function packTexts(texts: readonly TrainingText[]): PackedTexts;
