import type { PackedTexts } from '../src/app/topics/building/boxed-background.js';
import type { TrainingText } from '../src/judging/topic/training-text.js';

export function packTexts(texts: readonly TrainingText[]): PackedTexts;
