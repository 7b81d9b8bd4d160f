import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { styleNonce } from './style-nonce.ts';
import { resolveVariables, theme } from './theme.ts';
import { customProperties } from './tokens.ts';

/** Paper is white: what is printed has the colours of the light theme. */
const ON_PAPER = `@media print{:root:root[data-mantine-color-scheme]{${Object.entries(customProperties('light'))
  .map(([name, colour]) => `${name}:${colour}`)
  .join(';')}}}`;

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
        <style nonce={styleNonce()}>{ON_PAPER}</style>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
