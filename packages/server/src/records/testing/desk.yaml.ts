/** A small specification that uses every rule the records obey. */
export const DESK = `
ninefold: 1
purpose:
  name: desk
  languages: [en]
  time_zone: Europe/Berlin
  currency: EUR
entities:
  user:
    title: "{{name}}"
    fields:
      team: { type: reference, to: team, inverse: members }
  team:
    title: "{{name}}"
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 60 }
      lead: { type: reference, to: user, on_delete: clear }
  category:
    title: "{{name}}"
    key: name
    fields:
      name: { type: string, required: true, unique: true, max: 60 }
      team: { type: reference, to: team, required: true }
      billable: { type: boolean }
      hourly: { type: money }
      spent: { type: money, computed: "sum(record.tickets.map(t, t.total))" }
      busy: { type: boolean, computed: record.spent > 100 }
  ticket:
    title: "{{number}} {{subject}}"
    groups: { inner: [team, internal_note] }
    fields:
      number: { type: sequence, pattern: "SD-{yyyy}-{00000}" }
      subject: { type: string, required: true, max: 120, search: true }
      details: { type: text, search: true }
      requester: { type: reference, to: user, required: true, default: = user, immutable: true, inverse: requests }
      category: { type: reference, to: category, required: true, inverse: tickets }
      team: { type: reference, to: team, copy: record.category.team }
      assignee: { type: reference, to: user, where: option.team == record.team }
      watchers: { type: references, to: user }
      priority: { type: choice, options: [low, normal, high, urgent], default: normal }
      due: { type: datetime, default: = now + hours(48) }
      internal_note: { type: text, closed: true, search: true }
      cost: { type: money, min: 0, visible_when: record.category.billable }
      lines:
        type: lines
        fields:
          item: { type: string, required: true, max: 80 }
          qty: { type: integer, min: 1, default: 1 }
          price: { type: money, min: 0 }
          sum: { type: money, computed: line.qty * line.price }
      total: { type: money, computed: "sum(record.lines.map(l, l.sum))" }
      fee: { type: money, computed: record.category.hourly * 2 }
      late: { type: boolean, computed: record.due < now && !record.state_final }
      place:
        type: object
        fields:
          room: { type: string, max: 20, search: true }
          floor: { type: integer, index: true }
          keeper: { type: reference, to: user, inverse: keeps, on_delete: clear }
          since: { type: date }
          open: { type: boolean }
  note:
    title: "{{text}}"
    fields:
      ticket: { type: reference, to: ticket, required: true, on_delete: cascade, inverse: notes }
      text: { type: string, required: true }
  asset:
    title: "{{name}}"
    key: tag
    fields:
      tag: { type: string, required: true, unique: true, immutable: true, max: 20, format: code }
      name: { type: string, required: true, max: 80 }
  loan:
    title: "{{asset}} {{from}}"
    no_overlap: { from: from, to: until, per: [asset] }
    fields:
      asset: { type: reference, to: asset, required: true }
      from: { type: date, required: true }
      until: { type: date, required: true, min: = record.from }
states:
  ticket:
    initial: new
    states:
      new: { kind: waiting }
      open: { kind: active }
      resolved: { kind: done }
      closed: { kind: done, final: true, locked: true }
    transitions:
      create: { to: new, by: requester }
      take: { from: new, to: open, by: agent, set: { assignee: = user } }
      resolve: { from: open, to: resolved, by: agent, when: filled(record.details), input: { why: { type: text, required: true } } }
      close: { from: resolved, to: closed, by: agent }
rules:
  category:
    budget: { reject_when: record.spent > 1000, message: "Too much." }
  ticket:
    urgent_needs_details: { when: record.priority == "urgent", check: filled(record.details), at: details, message: "Say what is urgent." }
    loud: { reject_when: 'contains(record.subject, "!!")', at: subject, severity: warning, message: "Loud." }
roles:
  requester:
    members: everyone
    ticket:
      create: true
      read: record.requester == user || user in record.watchers
      update: record.requester == user && record.state == "new"
      fields: { inner: none, priority: read }
    category: { read: true }
    team: { refer: true }
    user: { refer: true }
    asset: { read: true }
  agent:
    includes: requester
    ticket: { read: record.team == user.team, update: record.team == user.team, history: true, fields: { internal_note: write } }
    note: all
    loan: { create: true, read: true, update: true, delete: true }
  manager:
    includes: agent
    ticket: { create: true, read: true, update: true, delete: true, history: true, fields: { internal_note: write } }
    category: all
    team: all
    asset: all
    user: { read: true, update: true, grant: [agent, requester] }
`;
