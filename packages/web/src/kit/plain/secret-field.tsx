import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password input that can show its text. */
export function SecretField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  const Glyph = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={classes['reveal']}
          aria-label={t('sign_in.show_password')}
          aria-pressed={shown}
          // The focus stays in the input, where somebody is typing.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <Glyph size={20} strokeWidth={1.5} aria-hidden />
        </button>
      }
    />
  );
}
