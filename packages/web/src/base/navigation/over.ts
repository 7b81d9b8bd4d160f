import type { Location } from 'react-router';

/** The state of an entry of the history that shows something over the page of the entry before it. */
export const OVER = { nfOver: true };

/** Whether the page under what this entry shows is that of the entry before. */
export function isOver({ state }: Pick<Location, 'state'>): boolean {
  return (state as Partial<typeof OVER> | null)?.nfOver === true; // any other state has no such member
}
