import { useMediaQuery } from '@mantine/hooks';

/** Where the rows of tables stand as cards, as the style sheets have it. */
const NARROW = '(max-width: 720px)';

/** Whether the window is as narrow as that of a telephone. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, window.matchMedia(NARROW).matches, { getInitialValueInEffect: false });
}
