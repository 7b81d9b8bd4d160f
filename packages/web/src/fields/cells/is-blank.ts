import type { Wire } from '@ninefold/model';

/** Whether a value says nothing: nothing was entered, an empty text, or a list without items. What is true or false says something. */
export function isBlank(value: Wire | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
