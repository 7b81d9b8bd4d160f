import '../../kit/theme/menus.css';
import type { ComponentProps } from 'react';
import { DrawnMenu as Menu } from '../../kit/floating/drawn-menu.tsx';
import { ThemeProvider } from '../../kit/theme/theme-provider.tsx';

/** The menu of a button on a page that has no provider of Mantine around it. */
export function DrawnMenu(props: ComponentProps<typeof Menu>) {
  return (
    <ThemeProvider>
      <Menu {...props} />
    </ThemeProvider>
  );
}
