import type { ChangeSince } from '@ninefold/model';
import { titleOf } from '../../fields/cells/record-link.tsx';
import { joinList, joinWords } from '../../base/texts/words.ts';
import type { Texts } from '../../base/texts/make-texts.ts';

/** Who changed which fields. */
export interface Change extends Pick<ChangeSince, 'by' | 'by_itself' | 'fields'> {
  /** Nothing tells who did it: it may be the application, or somebody else. */
  readonly untold?: true;
}

/** One entry per user, and one for the application itself, with all fields that they changed. */
export function byPerson(changes: readonly Change[]): readonly Change[] {
  const people = new Map<string, Change>();
  for (const change of changes) {
    const key = change.by_itself === true ? 'itself' : change.untold === true ? 'untold' : `by ${change.by?.id ?? ''}`;
    const known = people.get(key)?.fields ?? [];
    people.set(key, { ...change, fields: [...new Set([...known, ...change.fields])] });
  }
  return [...people.values()];
}

/** Whether nobody but the application is said to have changed anything. */
export function isByItself(changes: readonly Change[]): boolean {
  return changes.every(({ by_itself, untold }) => by_itself === true || untold === true);
}

/** “Tanaka changed Due date, Sato changed Cost”. */
export function changesText(texts: Texts, entity: string, changes: readonly Change[]): string {
  const sentences = byPerson(changes).map(({ by, by_itself, untold, fields }) => {
    const names = joinWords(
      fields.map((field) => texts.field(entity, field)),
      texts.language,
    );
    if (by_itself === true) return texts.t('history.itself_changed', { fields: names });
    if (untold === true) return texts.t('history.also_changed', { fields: names });
    const name = titleOf(by);
    return name === null
      ? texts.t('record.somebody_changed', { fields: names })
      : texts.t('record.person_changed', { name, fields: names });
  });
  return joinWords(sentences, texts.language);
}

/** The heading of the question which values to save. `own`: this user saved the others, in another window. */
export function conflictTitle(texts: Texts, changes: readonly Change[], own: boolean): string {
  if (own) return texts.t('record.conflict_own');
  const name = namesOf(texts, changes);
  return name === null ? texts.t('record.conflict_somebody') : texts.t('record.conflict', { name });
}

/** The names of the users who made these changes. Null: the reader may see none of the names. */
export function namesOf(texts: Texts, changes: readonly Change[]): string | null {
  const names = byPerson(changes).flatMap(({ by }) => titleOf(by) ?? []);
  return names.length === 0 ? null : joinWords(names, texts.language);
}

/** Who saved a value, as far as the reader may see, and when: “Mona Meyer, Nov 23, 3:05 PM”. Empty where neither is known. */
export function toldChange(
  texts: Texts,
  change: { readonly by?: ChangeSince['by']; readonly at?: string } | undefined,
  instant: (at: string) => string,
): string {
  const name = titleOf(change?.by ?? null);
  const at = change?.at === undefined ? null : instant(change.at);
  return joinList(
    [name, at].flatMap((part) => part ?? []),
    texts.language,
  );
}
