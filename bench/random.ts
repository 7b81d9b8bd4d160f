export function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

/** Shaped as a UUID of version 7, so that both databases keep them in the order of writing. */
export function idOf(turn: number, random: () => number): string {
  const time = (1_767_225_600_000 + turn * 10).toString(16).padStart(12, '0');
  const hex = (length: number): string =>
    Math.floor(random() * 16 ** length)
      .toString(16)
      .padStart(length, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}

const DAY_MS = 86_400_000;
/** The first moment at which rows of a bench are due where the product has a clock that runs: nothing falls due while it is measured. */
export const DUE_FROM = Math.floor(Date.now() / DAY_MS) * DAY_MS + 40 * DAY_MS;
/** So many days after the first one are drawn from. */
export const DUE_DAYS = 365;
