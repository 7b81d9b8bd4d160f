import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { styleNonce } from './style-nonce.ts';
import { resolveVariables, theme } from './theme.ts';

/** Colours, sizes and reading direction for everything inside. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        cssVariablesResolver={resolveVariables}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
