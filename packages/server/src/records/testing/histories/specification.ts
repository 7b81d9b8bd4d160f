/**
 * Two accounts that cover each other, and at most three entries of each, whose sum it stores: unique values, roll-ups, and writes
 * that read what others write. Slips draw numbers without gaps.
 */
export const SPECIFICATION = `
ninefold: 1
purpose: { name: accounts, languages: [en] }
entities:
  account:
    title: name
    fields:
      name: { type: string, required: true, unique: true }
      partner: { type: reference, to: account }
      total: { type: integer, computed: 'sum(record.entries.map(e, e.amount))' }
      seen: { type: integer, default: 0 }
  entry:
    fields:
      account: { type: reference, to: account, required: true, inverse: entries }
      code: { type: string, required: true, unique: true }
      amount: { type: integer, required: true }
  slip:
    fields:
      number: { type: sequence, pattern: "{000000}" }
      note: { type: string }
states:
  account:
    initial: open
    states: { open: {} }
    transitions: { look: { from: open, to: open, by: clerk, set: { seen: = record.partner.seen + record.partner.total + 1 } } }
rules:
  account:
    covered: { reject_when: record.total + record.partner.total < 0, message: "Both together are below zero." }
  entry:
    few: { check: size(record.account.entries) < 3, message: "There are three already." }
roles: { clerk: { account: all, entry: all, slip: all } }
`;
