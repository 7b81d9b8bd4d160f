import shell from '../../../../locales/ja/pages.json';

export const texts = { shell };
