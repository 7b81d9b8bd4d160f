import errors from '@ninefold/model/locales/ja/errors.json';
import shell from '../../../../locales/ja/shell.json';

export const texts = { errors, shell };
