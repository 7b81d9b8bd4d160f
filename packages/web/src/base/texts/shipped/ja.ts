import errors from '../../../../../model/locales/ja/errors.json';
import shell from '../../../../locales/ja/shell.json';

export const texts = { errors, shell };
