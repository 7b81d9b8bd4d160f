import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './palette.module.css';

const NAMES: Readonly<Record<string, string>> = { escape: 'Esc', enter: 'Enter', arrowdown: '↓', arrowup: '↑' };
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

function nameOf(key: string): string {
  if (key === 'mod') return isApple ? '⌘' : 'Ctrl';
  return NAMES[key] ?? key.toUpperCase();
}

/** Keys as people read them on the keyboard. */
export function ShownKeys({ keys }: { readonly keys: string }) {
  const { t } = useTexts();
  const [first = '', second] = keys.split(' ');
  const strokes = (stroke: string) =>
    stroke.split('+').map((key) => (
      <kbd key={key} className={classes['key']}>
        {nameOf(key)}
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
