import { useMemo } from 'react';
import { boundedOf, isOneOption, isOneReference, type Entity, type Field } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { holdKeys } from '../../kit/keyboard/held-keys.ts';
import type { PageEditing } from './use-editing.ts';

/** The fields that have a key of their own, each the first of its kind: who does it, how urgent it is, and until when. */
const KEYS: readonly (readonly [key: string, is: (field: Field) => boolean])[] = [
  ['a', (field) => isOneReference(field) && field.to === 'user'],
  ['p', isOneOption],
  ['d', (field) => boundedOf(field.type) === 'moment'],
];

/** Changes each field in its place by name, and the first person, choice and date by A, P and D. */
export function usePlaceCommands(entity: Entity, editing: PageEditing | null): void {
  const texts = useTexts();
  const changeable = editing?.changeable;
  const commands = useMemo(() => {
    const fields = Object.values(entity.fields).filter(({ id }) => changeable?.has(id) === true);
    return fields.map((field) =>
      command({
        id: `change.${entity.id}.${field.id}`,
        scope: 'record',
        label: texts.t('rail.change_field', { field: texts.field(entity.id, field.id) }),
        group: texts.entity(entity.id),
        keys: KEYS.filter(([, is]) => fields.find(is) === field).map(([key]) => key),
        run: () => {
          if (document.querySelector('[data-nf-placed]') === null) holdKeys();
          editing?.place(field.id);
        },
      }),
    );
    // What it does is the same as long as the fields are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [texts, entity, changeable]);
  useCommands(commands);
}
