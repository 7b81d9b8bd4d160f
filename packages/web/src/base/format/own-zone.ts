let zone: string | undefined;

/** The time zone of the browser, which takes longer to find out than a time to write; null where none is known. */
export function ownZone(): string | null {
  zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}
