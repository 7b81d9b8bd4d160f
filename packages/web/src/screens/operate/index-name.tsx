import type { IndexAnswer } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './operate.module.css';

/** What an index is of, in words, and its name in the database. */
export function IndexName({ value }: { readonly value: Pick<IndexAnswer, 'name' | 'table'> }) {
  const { t, entity, field } = useTexts();
  const [of = '', list] = value.table.split('.');
  const named = of.startsWith('_') ? t(`operate.table${of}`) : entity(of);
  return (
    <>
      {list === undefined ? named : t('operate.part_of', { entity: named, part: field(of, list) })}
      <code className={classes['name']}>{value.name}</code>
    </>
  );
}
