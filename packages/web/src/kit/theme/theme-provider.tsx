import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colourSchemeManager } from '../controls/colour-scheme.ts';
import { ON_PAPER } from './paint-tokens.ts';
import { styleNonce } from './style-nonce.ts';
import { resolveVariables, theme } from './theme.ts';

/** Colours, sizes and reading direction for everything inside. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colourSchemeManager}
        cssVariablesResolver={resolveVariables}
        getStyleNonce={styleNonce}
      >
        <style nonce={styleNonce()}>{ON_PAPER}</style>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
