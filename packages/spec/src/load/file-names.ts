/** A locale file, with its language; `pages` is none. */
export const LOCALE_FILE = /^locales\/(?!pages\/)([^/]+)\/[^/]+\.json$/;

/** A page, with its name and its language. */
export const PAGE_FILE = /^locales\/pages\/([^/]+)\.([A-Za-z-]+)\.md$/;

/** What cells of data files name: it lies in a folder `files` beside them. */
export const ATTACHED_FILE = /^data\/(?:.*\/)?files\//;

/** A data file, with the folder below `data/`, the entity, `.history` where it holds events, and its kind. */
export const DATA_FILE = /^data\/(?!(?:.*\/)?files\/)(?:(.*)\/)?([^/]+?)(\.history)?\.(csv|json)$/;
