/** What an id looks like. */
export const ID = /^[a-z][a-z0-9_]{0,39}$/;
