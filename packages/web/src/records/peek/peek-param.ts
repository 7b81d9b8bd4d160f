/** What the address of a list says of the record beside it: `peek=<id>`. */
export const PEEK = 'peek';
