import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { resolveVariables, theme } from './theme.ts';

/** The nonce that the server wrote into the page for the styles made at run time. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

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
