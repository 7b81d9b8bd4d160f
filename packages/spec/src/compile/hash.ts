import type { SourceFile } from '../application.ts';
import { byFile } from '../issues/report.ts';

/** 16 hex digits that change whenever a file does. Not for security. */
export function hashOf(files: readonly SourceFile[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const feed = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      high = Math.imul(high ^ unit, 2654435761);
      low = Math.imul(low ^ unit, 1597334677);
    }
  };
  for (const { path, text } of [...files].sort((a, b) => byFile(a.path, b.path))) feed(`${path}\0${text}\0`);
  const mixed = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const other = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(mixed ^ (mixed >>> 13), 3266489909);
  return hex(other) + hex(mixed);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
