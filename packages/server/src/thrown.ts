/** What a thrown value says of itself under a name, as the errors of Node and of drivers do (`code`, `syscall`); undefined where it says nothing. */
export function thrownPart(cause: unknown, name: string): unknown {
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, name) : undefined;
}

const LEFT: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether a stream from outside ended early since its sender went away. */
export function isLeft(cause: unknown): boolean {
  return LEFT.has(thrownPart(cause, 'code'));
}
