import errors from '@ninefold/model/locales/en/errors.json';
import shell from '../../../../locales/en/shell.json';

export const texts = { errors, shell };
