import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface PlainButtonProps extends ComponentProps<'button'> {
  readonly look?: 'filled' | 'default' | 'subtle';
  readonly size?: 'sm' | 'xs';
  readonly fullWidth?: boolean;
  /** Whether what it does is being done: a mark turns in the place of its text, which stays its name. */
  readonly loading?: boolean;
}

/** A button that looks like those of Mantine and needs none of its code, for what stands on the sign-in page, too. */
export function PlainButton({
  look = 'filled',
  size = 'sm',
  fullWidth = false,
  loading = false,
  children,
  ...others
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...others}
      className={classes['button']}
      data-look={look}
      data-size={size}
      data-full={fullWidth || undefined}
      data-loading={loading || undefined}
    >
      <span className={classes['text']}>{children}</span>
      {loading && <span className={classes['turning']} aria-hidden />}
    </button>
  );
}
