/** A small application for tests of the HTTP layer. */
export const DESK = `ninefold: 1
purpose:
  name: desk
  does: Keeps notes.
  audience: { writer: Whoever writes notes, boss: Whoever reads them all }
  languages: [en, ja]
  time_zone: UTC
limits:
  sign_in_tries: 3
entities:
  note:
    title: subject
    key: code
    fields:
      code: { type: string, unique: true, max: 20, label: Code }
      subject: { type: string, required: true, max: 40, label: Subject }
      secret: { type: text, closed: true, label: Secret }
      amount: { type: integer, label: Amount }
      owner: { type: reference, to: user, default: = user, immutable: true, label: Owner }
  ledger:
    title: name
    fields:
      name: { type: string, required: true, label: Name }
states:
  note:
    initial: open
    states: { open: { kind: active, label: Open }, done: { kind: done, label: Done } }
    transitions:
      finish: { from: open, to: done, by: writer, when: filled(record.amount), label: Finish }
      reopen: { from: done, to: open, by: boss, label: Reopen }
rules:
  note:
    not_huge: { check: "record.amount < 1000 || blank(record.amount)", at: amount, message: "Keep it below 1000." }
    odd: { reject_when: "record.amount == 13", severity: warning, message: "Really 13?" }
roles:
  writer:
    members: everyone
    note: { create: true, read: record.owner == user, update: record.owner == user, history: true }
    user: { refer: true }
  boss:
    note: { create: true, read: true, update: true, delete: true, history: true, export: record.subject != "Kept", fields: { secret: write } }
    ledger: all
    user: { read: true }
  helper:
    runtime: [users]
    ledger: { read: true, update: true }
    user: { read: true, grant: [boss] }
  administrator:
    runtime: [spec, users, keys, impersonate, audit, faults, operate, limits, view_as, backup]
    user: { read: true, update: true, grant: [boss, administrator] }
screens:
  home:
    path: /
    blocks:
      mine: { count: note, where: record.owner == user, label: Mine }
  handbook: { path: /handbook, page: handbook, label: Handbook }
  rules: { path: /house, page: house, roles: [boss], label: House }
  menu: { work: [home, handbook, rules] }
`;
