import { isDate } from '@ninefold/model';

/** A way in which days or numbers are written somewhere, and what data files have instead. */
export interface LocalForm {
  readonly id: 'day_first' | 'month_first' | 'year_first' | 'decimal_comma' | 'grouped';
  /** A cell as data files have it; null where it is not written in this form. */
  readonly read: (cell: string) => string | null;
}

const FORMS: readonly LocalForm[] = [
  { id: 'year_first', read: dated(/^(?<year>\d{4})[/.年](?<month>\d{1,2})[/.月](?<day>\d{1,2})日?$/u) },
  { id: 'day_first', read: dated(/^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/) },
  { id: 'day_first', read: dated(/^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/) },
  { id: 'month_first', read: dated(/^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/) },
  { id: 'decimal_comma', read: counted(/^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d{1,10})?$/, '.') },
  { id: 'grouped', read: counted(/^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,10})?$/, ',') },
];

/** The one form in which all these cells are written; null where none is, and `several` where more than one may be meant. */
export function localFormOf(cells: readonly string[]): LocalForm | 'several' | null {
  if (cells.length === 0) return null;
  const fitting = FORMS.filter(({ read }) => cells.every((cell) => read(cell) !== null));
  const [first = null, ...others] = fitting;
  const isOne = others.every(({ read }) => cells.every((cell) => read(cell) === first?.read(cell)));
  return isOne ? first : 'several';
}

function dated(form: RegExp): LocalForm['read'] {
  return (cell) => {
    const { year = '', month = '', day = '' } = form.exec(cell)?.groups ?? {};
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDate(date) ? date : null;
  };
}

function counted(form: RegExp, group: '.' | ','): LocalForm['read'] {
  return (cell) => (form.test(cell) ? cell.replaceAll(group, '').replace(',', '.') : null);
}
