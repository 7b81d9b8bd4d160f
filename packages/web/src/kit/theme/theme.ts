import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { selectRoom } from '../controls/select-box.ts';
import { COLOURS, customProperties } from './tokens.ts';

function tenTimes(colour: string): MantineColorsTuple {
  return [colour, colour, colour, colour, colour, colour, colour, colour, colour, colour];
}

/** Text on a filled control has a colour of its own, because white is not readable on the light fills of the dark theme. */
const variantColours: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colours;
  return { ...colours, color: `var(--mantine-color-${input.color ?? input.theme.primaryColor}-contrast)` };
};

/** The look of every Mantine control: our sizes, radii and colours. */
export const theme = createTheme({
  fontFamily: 'var(--nf-font)',
  fontFamilyMonospace: 'var(--nf-font-code)',
  headings: { fontFamily: 'var(--nf-font)', fontWeight: '700' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.5', xl: '1.5' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  colors: { accent: tenTimes(COLOURS.accent.light), danger: tenTimes(COLOURS.danger.light) },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  focusRing: 'never',
  variantColorResolver: variantColours,
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { iconColor: 'var(--nf-on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--nf-on-accent)' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] } },
    Combobox: { defaultProps: { middlewares: selectRoom } },
    Modal: { defaultProps: { transitionProps: { duration: 180 }, centered: true, padding: 'lg' } },
    // Their header is no banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 180 } } },
  },
});

function mantineColours(): Record<string, string> {
  const named = (name: string, fill: string, hover: string, on: string): Record<string, string> => ({
    [`--mantine-color-${name}-filled`]: fill,
    [`--mantine-color-${name}-filled-hover`]: hover,
    [`--mantine-color-${name}-contrast`]: on,
    [`--mantine-color-${name}-text`]: fill,
    [`--mantine-color-${name}-outline`]: fill,
    [`--mantine-color-${name}-outline-hover`]: 'var(--nf-hover)',
    [`--mantine-color-${name}-light`]: 'var(--nf-selected)',
    [`--mantine-color-${name}-light-hover`]: 'var(--nf-selected)',
    [`--mantine-color-${name}-light-color`]: 'var(--nf-text)',
  });
  return {
    ...named('accent', 'var(--nf-accent)', 'var(--nf-accent-hover)', 'var(--nf-on-accent)'),
    ...named('danger', 'var(--nf-danger)', 'var(--nf-danger-hover)', 'var(--nf-on-danger)'),
    ...named('primary-color', 'var(--nf-accent)', 'var(--nf-accent-hover)', 'var(--nf-on-accent)'),
    '--mantine-primary-color-filled': 'var(--nf-accent)',
    '--mantine-primary-color-filled-hover': 'var(--nf-accent-hover)',
    '--mantine-primary-color-contrast': 'var(--nf-on-accent)',
    '--mantine-primary-color-light': 'var(--nf-selected)',
    '--mantine-primary-color-light-hover': 'var(--nf-selected)',
    '--mantine-primary-color-light-color': 'var(--nf-text)',
    '--mantine-color-body': 'var(--nf-surface)',
    '--mantine-color-text': 'var(--nf-text)',
    '--mantine-color-dimmed': 'var(--nf-text-2)',
    '--mantine-color-placeholder': 'var(--nf-text-3)',
    '--mantine-color-anchor': 'var(--nf-link)',
    '--mantine-color-error': 'var(--nf-danger)',
    '--mantine-color-bright': 'var(--nf-text)',
    '--mantine-color-default': 'var(--nf-surface)',
    '--mantine-color-default-hover': 'var(--nf-hover)',
    '--mantine-color-default-color': 'var(--nf-text)',
    '--mantine-color-default-border': 'var(--nf-control-border)',
    '--mantine-color-disabled': 'var(--nf-sunken)',
    '--mantine-color-disabled-color': 'var(--nf-text-3)',
    '--mantine-color-disabled-border': 'var(--nf-border)',
  };
}

/** Every colour variable of Mantine, from our tokens. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...customProperties('light'), ...mantineColours() },
  dark: {
    ...customProperties('dark'),
    ...mantineColours(),
    '--mantine-color-dark-4': 'var(--nf-border)',
    '--mantine-color-dark-5': 'var(--nf-hover)',
    '--mantine-color-dark-6': 'var(--nf-surface)',
    '--mantine-color-dark-7': 'var(--nf-hover)',
  },
});
