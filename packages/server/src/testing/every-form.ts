import type { SourceFile } from '@ninefold/spec';

/**
 * A specification whose entity `paper` has a field of every form that is more than one plain value: parts in languages,
 * records of several entities, lines of other records, JSON, files, secrets; by themselves, in an object and in lines.
 */
const SPECIFICATION = `ninefold: 1
purpose: { name: papers, languages: [en, ja] }
entities:
  team:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true } }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      rows: { type: lines, fields: { what: { type: string }, qty: { type: integer, default: 1 } } }
  paper:
    title: name
    key: name
    comments: true
    fields:
      name: { type: string, required: true, unique: true }
      about: { type: text, translated: true, search: true }
      keeper: { type: reference, to: [user, team], inverse: keeps }
      readers: { type: references, to: [user, team], inverse: reads }
      row: { type: reference, to: order.rows, inverse: papers }
      facts: { type: json }
      scan: { type: file }
      scans: { type: files }
      pin: { type: secret }
      place:
        type: object
        fields:
          room: { type: string }
          called: { type: string, translated: true, search: true }
          whom: { type: reference, to: [user, team], inverse: holds }
          row: { type: reference, to: order.rows, inverse: places }
      parts:
        type: lines
        fields:
          note: { type: string }
          called: { type: string, translated: true }
          whom: { type: reference, to: [user, team], inverse: parts_of }
          row: { type: reference, to: order.rows, inverse: parts }
          facts: { type: json }
          scan: { type: file }
          qty: { type: integer, computed: line.row.qty }
  slip:
    title: name
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      row: { type: reference, to: order.rows, on_delete: cascade, inverse: slips }
      spare: { type: reference, to: order.rows, on_delete: clear, inverse: spares }
roles:
  boss: { team: all, order: all, paper: all, slip: all, user: { read: true } }
  guest:
    members: everyone
    paper:
      read: true
      history: true
      export: true
      fields: { about: none, keeper: none, readers: none, row: none, facts: none, scan: none, scans: none, pin: none, place: none, parts: none }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
calls:
  in:
    gate:
      creates: paper
      as: boss
      secret: gate_word
      map:
        name: = body.name
        about.ja: = body.about
        keeper.team: = body.team
        readers.user: = body.people
        row.order: = body.order
        row.rows: = body.row
        facts: = body.facts
        place.called: = body.called
        place.whom.user: = body.person
        place.row.order: = body.order
        place.row.rows: = body.row
        parts: = body.parts
`;

/** The forms of a paper, each of which is written and read as one. */
export const FORMS = ['about', 'keeper', 'readers', 'row', 'facts', 'scan', 'scans', 'place', 'parts'] as const;

export const EVERY_FORM: readonly SourceFile[] = [
  { path: 'app.yaml', text: SPECIFICATION },
  { path: 'data/team.csv', text: 'name\nOps\nHelp\n' },
  {
    path: 'data/order.json',
    text: '[{ "name": "A", "rows": [{ "what": "Screw", "qty": 3 }, { "what": "Nut", "qty": 8 }] }, { "name": "B", "rows": [{ "what": "Bolt" }] }]',
  },
];

/** What the values of a paper name: a person, and a file for each place that holds one, which no other place may name. */
export interface Named {
  readonly person: string;
  readonly files: readonly [string, string, string];
}

/** A paper with a value in each form. The two that a number gives differ in each. */
export function valuesOf(
  which: 0 | 1,
  { person, files }: Named,
): Readonly<Record<(typeof FORMS)[number] | 'pin', unknown>> {
  const [team, other] = which === 0 ? ['Ops', 'Help'] : ['Help', 'Ops'];
  const row = which === 0 ? { order: 'A', rows: '#2 Nut' } : { order: 'B', rows: '#1 Bolt' };
  const word = which === 0 ? 'zqfirst' : 'zqsecond';
  const one = which === 0 ? { user: person, team: null } : { user: null, team };
  const facts = { [word]: [{ deep: null }, which, '“𠮷”'] };
  return {
    about: { en: `${word} about`, ja: `${word} について ${which === 0 ? '髙橋' : '山崎'}` },
    keeper: one,
    readers: { user: which === 0 ? [person] : [], team: which === 0 ? [team, other] : [team] },
    row,
    facts,
    scan: files[0],
    scans: [files[1]],
    pin: `${word} pin`,
    place: { room: word, called: { en: `${word} hall`, ja: `${word}広間` }, whom: one, row },
    parts: [
      { note: word, called: { en: `${word} part`, ja: `${word}部` }, whom: one, row, facts, scan: files[2] },
      { note: `${word} last`, called: null, whom: null, row: null, facts: null, scan: null },
    ],
  };
}
