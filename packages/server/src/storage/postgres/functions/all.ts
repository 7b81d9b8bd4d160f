import { NUMBER_FUNCTIONS } from './numbers.ts';
import { TEXT_FUNCTIONS } from './texts.ts';
import { TIME_FUNCTIONS } from './times.ts';

/** What our statements call in PostgreSQL; each after those that it calls. */
export const FUNCTIONS: readonly string[] = [...NUMBER_FUNCTIONS, ...TEXT_FUNCTIONS, ...TIME_FUNCTIONS];
