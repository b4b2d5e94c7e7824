import { z } from 'zod';

/** A point in time in a file, written as text: `2026-03-01T12:00:00Z`. */
export const pointInTime = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date and time, such as 2026-03-01T12:00:00Z');
