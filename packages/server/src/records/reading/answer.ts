import type { Entity, RecordValue, Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import type { Draft } from './holder.ts';
import type { View } from './view.ts';

/** Rows of a view's statement as the API answers them: only what this reader may read, hidden fields absent. */
export async function answerRows(
  view: View,
  reader: Reader,
  rows: readonly Row[],
  scope: Scope,
): Promise<readonly RecordValue[]> {
  const raw = await view.raw(reader, rows, scope);
  const answers = raw.map((draft, index) => view.answer(draft, rows[index] ?? {}, scope));
  await addTitles(view, reader, answers, scope);
  return answers as unknown as readonly RecordValue[]; // systemPart gave every system field
}

/** Titles inside lists, one look-up for each entity that they lead to. */
async function addTitles(view: View, reader: Reader, answers: readonly Draft[], scope: Scope): Promise<void> {
  if (!Object.values(view.entity.fields).some(({ type }) => type === 'references' || type === 'lines')) return;
  for (const [entity, references] of listedReferences(view.entity, answers)) {
    const titles = await view.titles(
      reader,
      entity,
      references.map(({ id }) => String(id)),
      scope,
    );
    for (const reference of references) {
      const title = titles.get(String(reference['id']));
      if (title !== undefined) reference['title'] = title;
    }
  }
}

function listedReferences(entity: Entity, answers: readonly Draft[]): ReadonlyMap<string, Draft[]> {
  const found = new Map<string, Draft[]>();
  const add = (to: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) found.set(to, [...(found.get(to) ?? []), value as Draft]);
  };
  for (const field of Object.values(entity.fields)) {
    const items = answers.flatMap((answer) =>
      Array.isArray(answer[field.id]) ? (answer[field.id] as readonly unknown[]) : [],
    );
    if (field.type === 'references') items.forEach((item) => add(field.to, item));
    if (field.type !== 'lines') continue;
    for (const inner of Object.values(field.fields)) {
      if (inner.type === 'reference') items.forEach((line) => add(inner.to, (line as Draft)[inner.id]));
    }
  }
  return found;
}
