import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './field.module.css';

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  /** Stands in the input at its end. */
  readonly end?: ReactNode;
}

/** A one-line input that looks like those of Mantine and needs none of its code. */
export function TextField({ label, description, error, end, ...input }: TextFieldProps) {
  const id = useId();
  const [errorId, descriptionId] = [`${id}-error`, `${id}-description`];
  const described = [error && errorId, description && descriptionId].filter(Boolean).join(' ');
  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      {description && (
        <p id={descriptionId} className={`nf-input-description ${classes['said']}`}>
          {description}
        </p>
      )}
      {error && (
        <p id={errorId} className={`nf-input-error ${classes['said']}`}>
          {error}
        </p>
      )}
      <div className={classes['box']} data-apart={described === '' ? undefined : true}>
        <input
          {...input}
          id={id}
          className={classes['input']}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {end}
      </div>
    </div>
  );
}
