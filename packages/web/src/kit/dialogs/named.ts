/**
 * Gives a dialog or drawer of Mantine its name from its first drawing. Mantine refers to the title only after it, when a
 * screen reader, whom the focus has led there, may have spoken already.
 */
export const named = (name: string) => ({ attributes: { content: { 'aria-label': name } } });
