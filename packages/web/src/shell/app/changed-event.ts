/** The event that the script of `ninefold dev` sends when the server has a new model. `preventDefault` says that the page takes it over. */
export const CHANGED = 'ninefold:changed';
