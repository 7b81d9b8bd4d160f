import type { Problem, StoredFile } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database/database.ts';
import { fold } from '../../storage/search/search-text.ts';
import { COMMENT_TABLE } from '../../storage/schema/comment-tables.ts';
import { fileToPut, noteHeld } from '../services/file-uses.ts';
import type { WriteContext } from '../services/write-context.ts';
import type { StoredComment } from './rows.ts';

/** How uses name the place of the files of a comment. No entity has such an id. */
const PLACE = { entity: COMMENT_TABLE.name, field: 'files' };

/** What files are that somebody puts into their comment. Throws `invalid` with `no_such_file` for those that they may not. */
export async function filesPut(
  { tx, caller }: WriteContext,
  ids: readonly string[],
  { comment, before }: { readonly comment: string; readonly before: readonly StoredFile[] },
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  const problems: Problem[] = [];
  for (const [index, id] of ids.entries()) {
    const putting = { sender: caller.me.id, record: comment, entity: PLACE.entity };
    const file = before.find((one) => one.id === id) ?? (await fileToPut(tx, id, PLACE.field, putting));
    if (file === null) problems.push({ path: `files[${String(index)}]`, code: 'no_such_file', params: {} });
    else files.push(file);
  }
  if (problems.length > 0) throw new Refusal('invalid', { problems });
  return files;
}

/** Notes which files a comment has come to have, and which no more. */
export function noteFilesOf(tx: Writer, before: readonly StoredFile[], comment: StoredComment): void {
  const idsOf = (files: readonly StoredFile[]): readonly string[] => files.map(({ id }) => id);
  const at = comment.takenAt ?? comment.editedAt ?? comment.at;
  noteHeld(tx, { ...PLACE, record: comment.id }, { was: idsOf(before), is: idsOf(comment.files), at });
}

/** The files of a comment as its row holds them. */
export function storedFiles({ files }: StoredComment): string | null {
  return files.length === 0 ? null : JSON.stringify(files);
}

/** What a search compares: the text, and the names of the files. */
export function searchedOf({ text, files }: StoredComment): string | null {
  return text === null ? null : fold([text, ...files.map(({ name }) => name)].join('\n'));
}
