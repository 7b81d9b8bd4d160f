import { CloseButton } from '@mantine/core';
import { idOf, type ReferencesField, type Wire } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { InputKind, InputProps } from '../contract/input-kind.ts';
import styles from './inputs.module.css';
import { titleOf } from '../cells/record-link.tsx';
import { leftover, leftoverIn } from '../contract/leftover.ts';
import { RecordPicker } from '../pickers/record-picker.tsx';

function ReferencesInput(props: InputProps<ReferencesField>) {
  const { t } = useTexts();
  const all: readonly Wire[] = Array.isArray(props.value) ? props.value : [];
  const chosen = all.filter((target) => leftoverIn(target) === null);
  const nameOf = (target: Wire): string => titleOf(target) ?? t('inputs.no_permission');
  const drop = (target: Wire): void => {
    props.onChange(all.filter((each) => each !== target)); // what is typed beside it stays
    document.getElementById(props.id)?.focus();
  };
  return (
    <div className={styles['references']}>
      {chosen.length > 0 && (
        <ul className={styles['chosen']}>
          {chosen.map((target) => (
            <li key={idOf(target)} className={styles['chip']}>
              <bdi>{nameOf(target)}</bdi>
              <CloseButton
                size="sm"
                aria-label={t('inputs.remove', { name: nameOf(target) })}
                onClick={() => drop(target)}
              />
            </li>
          ))}
        </ul>
      )}
      <RecordPicker
        input={props}
        shown=""
        without={chosen.flatMap((target) => idOf(target) ?? [])}
        leftover={leftoverIn(all)}
        onPick={(record) => props.onChange([...chosen, record])}
        onLeftover={(text) => props.onChange([...chosen, leftover(text)])}
        onClear={() => props.onChange(chosen)}
      />
    </div>
  );
}

export const referencesInput: InputKind<ReferencesField> = {
  Input: ReferencesInput,
  isGroup: false,
  filter: 'record',
  readsRecord: ({ where }) => where !== null,
};
