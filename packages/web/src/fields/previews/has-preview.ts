import type { StoredFile } from '@ninefold/model';

const KINDS = /^(?:image\/(?:jpeg|png|gif|webp|tiff|avif)|application\/pdf)$/;

/** Whether the server may have a small picture of a file. */
export function hasPreview({ type, size }: StoredFile): boolean {
  return KINDS.test(type) && size > 0;
}
