import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colourSchemeManager } from '../controls/colour-scheme.ts';
import { styleNonce } from './style-nonce.ts';
import { theme } from './theme.ts';

/** Colours, sizes and reading direction for everything inside. The style sheet of the theme has the colours and sizes themselves. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colourSchemeManager}
        withCssVariables={false}
        withGlobalClasses={false}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
