import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';

/** Sends the form. The button is never disabled. A press during a call does nothing. */
export function SaveButton({ busy, children }: { readonly busy: boolean; readonly children: ReactNode }) {
  return (
    <Button
      type="submit"
      aria-busy={busy}
      leftSection={busy ? <Loader size={14} color="currentcolor" /> : undefined}
      data-nf-save
    >
      {children}
    </Button>
  );
}
