import { useTexts } from '../../base/texts/use-texts.tsx';
import { nameOf, strokesOf } from './key-names.ts';
import classes from './palette.module.css';

/** Keys as people read them on the keyboard. */
export function ShownKeys({ keys }: { readonly keys: string }) {
  const { t } = useTexts();
  const [first = '', second] = strokesOf(keys);
  const strokes = (stroke: string) =>
    stroke.split('+').map((key) => (
      <kbd key={key} className={classes['key']}>
        {key === 'shift' ? 'Shift' : nameOf(key)}
      </kbd>
    ));
  return (
    <span className={classes['keys']} dir="ltr">
      {strokes(first)}
      {second !== undefined && (
        <>
          <span className={classes['then']}>{t('commands.then')}</span>
          {strokes(second)}
        </>
      )}
    </span>
  );
}
