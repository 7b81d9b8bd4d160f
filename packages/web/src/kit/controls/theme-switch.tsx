import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { IconMenu } from './icon-menu.tsx';
import type { IconMenuItemsProps } from './icon-menu-items.tsx';
import { chooseColourScheme, useColourScheme, type ColourScheme } from './colour-scheme.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

const SCHEMES: readonly { readonly id: ColourScheme; readonly glyph: LucideIcon }[] = [
  { id: 'auto', glyph: Monitor },
  { id: 'light', glyph: Sun },
  { id: 'dark', glyph: Moon },
];

/** Light, dark, or as the system says. */
export function useThemeChoice(): IconMenuItemsProps {
  const { t } = useTexts();
  return {
    chosen: useColourScheme(),
    items: SCHEMES.map((each) => ({ id: each.id, text: t(`theme.${each.id}`) })),
    onChoose: (id) => chooseColourScheme(SCHEMES.find((each) => each.id === id)?.id ?? 'auto'),
  };
}

/** A menu of the themes. */
export function ThemeSwitch() {
  const { t } = useTexts();
  const choice = useThemeChoice();
  const Glyph = SCHEMES.find((each) => each.id === choice.chosen)?.glyph ?? Monitor;
  return <IconMenu label={t('frame.theme')} glyph={<Glyph size={16} aria-hidden />} {...choice} />;
}
