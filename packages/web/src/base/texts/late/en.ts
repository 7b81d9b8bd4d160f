import shell from '../../../../locales/en/pages.json';

export const texts = { shell };
