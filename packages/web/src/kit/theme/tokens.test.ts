import { describe, expect, test } from 'vitest';
import { COLOURS, STATE_COLOURS, type Pair } from './tokens.ts';

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (high + 0.05) / (low + 0.05);
}

const BACKGROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'selected'] as const;

describe.each(['light', 'dark'] as const satisfies readonly (keyof Pair)[])('%s theme', (theme) => {
  test.each(BACKGROUNDS)('texts are readable on %s', (background) => {
    for (const text of ['text', 'text-2', 'text-3', 'link', 'danger'] as const) {
      expect(contrast(COLOURS[text][theme], COLOURS[background][theme])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(BACKGROUNDS)('controls and focus stand out from %s', (background) => {
    for (const line of ['control-border', 'focus'] as const) {
      expect(contrast(COLOURS[line][theme], COLOURS[background][theme])).toBeGreaterThanOrEqual(3);
    }
  });

  test('texts on filled buttons are readable', () => {
    for (const fill of ['accent', 'accent-hover'] as const) {
      expect(contrast(COLOURS['on-accent'][theme], COLOURS[fill][theme])).toBeGreaterThanOrEqual(4.5);
    }
    for (const fill of ['danger', 'danger-hover'] as const) {
      expect(contrast(COLOURS['on-danger'][theme], COLOURS[fill][theme])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(Object.entries(STATE_COLOURS))('the badge of %s is readable', (_, { text, tint, dot }) => {
    expect(contrast(text[theme], tint[theme])).toBeGreaterThanOrEqual(6.5);
    expect(contrast(dot[theme], COLOURS.surface[theme])).toBeGreaterThanOrEqual(3);
  });
});
