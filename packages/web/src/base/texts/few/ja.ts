import {
  account_closed,
  fault,
  forged,
  no_answer,
  offline as no_connection,
  too_many_tries,
  wrong_sign_in,
} from '@ninefold/model/locales/ja/errors.json';
import {
  banner,
  error,
  frame,
  offline,
  role,
  sign_in,
  start,
  texts as files,
  theme,
  toast,
} from '../../../../locales/ja/shell.json';

export const texts = {
  errors: { account_closed, fault, forged, no_answer, offline: no_connection, too_many_tries, wrong_sign_in },
  shell: { banner, error, frame, offline, role, sign_in, start, texts: files, theme, toast },
};
