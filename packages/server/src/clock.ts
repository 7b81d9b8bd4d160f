/** The server's one source of time: the present instant, RFC 3339 UTC with milliseconds. */
export type Clock = () => string;

/** The machine's clock. Many ask for the same millisecond: its text is made once. */
export const systemClock: Clock = createSystemClock();

function createSystemClock(): Clock {
  let ms = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== ms) [ms, text] = [now, new Date(now).toISOString()];
    return text;
  };
}
