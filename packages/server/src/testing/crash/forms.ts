/** Fields of an entry of every form that is more than one plain value, as they stand in the specification. */
export const FORM_FIELDS = `
      about: { type: text, translated: true }
      readers: { type: references, to: [user, account] }
      row: { type: reference, to: account.rows }
      facts: { type: json }
      pin: { type: secret }
      holder: { type: reference, to: [user, account] }
      scan: { type: file }
      place: { type: object, fields: { called: { type: string, translated: true }, whom: { type: reference, to: [user, account] }, row: { type: reference, to: account.rows } } }
      parts: { type: lines, fields: { called: { type: string, translated: true }, whom: { type: reference, to: [user, account] }, row: { type: reference, to: account.rows }, facts: { type: json } } }`;

/** What an account has that entries refer to. */
export const ROWS = [{ what: 'one' }, { what: 'two' }];

/** Values of these fields that a note gives, as they are sent. */
export function formsOf(note: string, account: string): object {
  const row = { account, rows: '#2 two' };
  const called = { en: note, ja: `${note} 髙橋` };
  return {
    ...{
      about: called,
      readers: { account: [account] },
      row,
      facts: { [note]: [null, 0.1] },
      pin: note,
      holder: { account },
    },
    place: { called, whom: { account }, row },
    parts: [{ called, whom: { account }, row, facts: [note] }, { called: { ja: note } }],
  };
}

/** The same values as an answer gives them. */
export function shownForms(note: string, account: string): object {
  const called = { en: note, ja: `${note} 髙橋` };
  const whom = { user: null, account: { id: account } };
  const row = { account: { id: account }, rows: { title: '#2 two' } };
  return {
    ...{
      about: called,
      readers: { user: [], account: [{ id: account }] },
      row,
      facts: { [note]: [null, 0.1] },
      pin: true,
      holder: whom,
    },
    place: { called, whom, row },
    parts: [
      { called, whom, row, facts: [note] },
      { called: { en: null, ja: note }, whom: null, row: null, facts: null },
    ],
  };
}
