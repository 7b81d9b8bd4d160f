import type { ChangeSince } from '@ninefold/model';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { joinWords } from '../../base/texts/words.ts';
import type { Texts } from '../../base/texts/make-texts.ts';

/** Which user changed which fields. */
type Change = Pick<ChangeSince, 'by' | 'fields'>;

/** One entry per user, with all fields that they changed. */
export function byPerson(changes: readonly Change[]): readonly Change[] {
  const people = new Map<string, Change>();
  for (const { by, fields } of changes) {
    const key = by?.id ?? '';
    const known = people.get(key)?.fields ?? [];
    people.set(key, { by, fields: [...new Set([...known, ...fields])] });
  }
  return [...people.values()];
}

/** “Tanaka changed Due date, Sato changed Cost”. */
export function changesText(texts: Texts, entity: string, changes: readonly Change[]): string {
  const sentences = byPerson(changes).map(({ by, fields }) => {
    const names = joinWords(
      fields.map((field) => texts.field(entity, field)),
      texts.language,
    );
    const name = titleOf(by);
    return name === null
      ? texts.t('record.somebody_changed', { fields: names })
      : texts.t('record.person_changed', { name, fields: names });
  });
  return joinWords(sentences, texts.language);
}

/** The names of the users who made these changes. Null: the reader may see none of the names. */
export function namesOf(texts: Texts, changes: readonly Change[]): string | null {
  const names = byPerson(changes).flatMap(({ by }) => titleOf(by) ?? []);
  return names.length === 0 ? null : joinWords(names, texts.language);
}
