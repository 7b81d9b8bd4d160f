/** The most characters of an id. Databases take names of 63 bytes, and a few of ours have something before an id. */
export const LONGEST_ID = 60;

/** What an id looks like, as it stands in a JSON Schema. */
export const ID_PATTERN = `^[a-z][a-z0-9_]{0,${String(LONGEST_ID - 1)}}$`;

/** What an id looks like. */
export const ID = new RegExp(ID_PATTERN);
