import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveButtonProps {
  readonly busy: boolean;
  readonly size?: 'compact-sm';
  readonly children: ReactNode;
}

/** Sends the form. The button is never disabled. A press during a call does nothing. */
export function SaveButton({ busy, size, children }: SaveButtonProps) {
  return (
    <Button
      type="submit"
      {...(size === undefined ? {} : { size })}
      aria-busy={busy}
      leftSection={busy ? <Loader size={14} color="currentcolor" /> : undefined}
      data-nf-save
    >
      {children}
    </Button>
  );
}
