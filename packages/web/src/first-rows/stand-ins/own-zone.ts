/** The server does not know the zone of the reader's clock. */
export const ownZone = (): null => null;
