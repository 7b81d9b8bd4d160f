/** Padding and border of the box around the options of a select menu, in px. */
const FRAME_PX = 10;

/** The least distance between the box and the edge of the window, in px. */
const EDGE_PX = 5;

const ROOM = '--nf-select-room';

/**
 * Where the box of a select menu opens: below, or above where there is more room, and never beyond the window. The box
 * gets the room that it has as a custom property, by which `optionsHeight` bounds its options.
 */
export const selectRoom = {
  flip: { fallbackStrategy: 'bestFit', padding: EDGE_PX },
  size: {
    padding: EDGE_PX,
    apply: ({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) =>
      elements.floating.style.setProperty(ROOM, `${String(Math.floor(availableHeight))}px`),
  },
} as const;

/** The greatest height of the options, as CSS, so that the whole box with padding and border is at most `heightPx` high. */
export function optionsHeight(heightPx: number): string {
  const limit = `${String(heightPx)}px`;
  return `calc(min(${limit}, var(${ROOM}, ${limit})) - ${String(FRAME_PX)}px)`;
}
