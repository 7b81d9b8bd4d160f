const asWritten = (): string => '';

/** Only the browser knows how its reader has left a list: until the application has come, a list is opened as it is written. */
export function useLeft(): () => string {
  return asWritten;
}
