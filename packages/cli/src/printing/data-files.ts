import type { DataConflict, DataPreview, FileRows } from '@ninefold/server';
import type { Say } from '../texts/texts.ts';

const SHOWN = 20;

/** What a start would load of the data files, and which of their rows conflict with what people changed; empty for nothing. */
export function previewLines({ files, conflicts }: DataPreview, say: Say): readonly string[] {
  return [...rowLines(files, 'loads', say), ...conflictLines(conflicts, 'would', say)];
}

/** What was loaded of the data files; empty for nothing. */
export function loadedText(files: readonly FileRows[], say: Say): string {
  return rowLines(files, 'loaded', say)
    .map((line) => `${line}\n`)
    .join('');
}

function rowLines(files: readonly FileRows[], told: 'loads' | 'loaded', say: Say): readonly string[] {
  if (files.length === 0) return [];
  return [
    say(`data_files.${told}`),
    ...files.flatMap(({ file, created, changed, unnamed }) => [
      say('data_files.file', { file, created, changed }),
      ...(unnamed > 0 ? [`  ${say('data_files.unnamed', { count: unnamed })}`] : []),
    ]),
  ];
}

/** What became of rows that changed in a data file after people changed their records; empty for none. */
export function conflictsText(conflicts: readonly DataConflict[], say: Say): string {
  const [kept, taken] = [false, true].map((isTaken) => conflicts.filter((one) => one.isTaken === isTaken));
  const lines = [...conflictLines(taken ?? [], 'taken', say), ...conflictLines(kept ?? [], 'kept', say)];
  return lines.map((line) => `${line}\n`).join('');
}

function conflictLines(
  conflicts: readonly DataConflict[],
  told: 'would' | 'kept' | 'taken',
  say: Say,
): readonly string[] {
  if (conflicts.length === 0) return [];
  const more = conflicts.length - SHOWN;
  return [
    say(`data_files.${told}`),
    ...conflicts.slice(0, SHOWN).map((one) => `${told === 'taken' ? '-' : '!'} ${rowText(one, say)}`),
    ...(more > 0 ? [`  ${say('data_files.more', { count: more })}`] : []),
    ...(told === 'taken' ? [] : [say('data_files.choose')]),
  ];
}

function rowText({ file, row, name, columns }: DataConflict, say: Say): string {
  const value = (text: string): string =>
    text === '' ? say('data_files.blank') : say('data_files.value', { value: text });
  const told = columns.map(({ column, stored, file: own }) =>
    stored === null || own === null
      ? column
      : say('data_files.column', { column, stored: value(stored), file: value(own) }),
  );
  const place = { file, row, columns: told.join(say('data_files.between')) };
  return name === null ? say('data_files.row_unnamed', place) : say('data_files.row', { ...place, name });
}
