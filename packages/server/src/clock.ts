/** The server's one source of time: the present instant, RFC 3339 UTC with milliseconds. */
export type Clock = () => string;

/** The machine's clock. */
export const systemClock: Clock = () => new Date().toISOString();
