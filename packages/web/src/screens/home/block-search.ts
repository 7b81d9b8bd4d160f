import type { Block } from '@ninefold/model';

/** The search part of a list's address that shows the records of a block (`home.late`). */
export function blockSearch(name: string, { where }: Block): string {
  return where === null ? '' : `?${new URLSearchParams({ block: name }).toString()}`;
}
