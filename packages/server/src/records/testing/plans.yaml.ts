import { DESK } from './desk.yaml.ts';

const PLANS = `  plan:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      approvers: { type: references, to: user }
      first: { type: reference, to: user }
      second: { type: reference, to: user }
      open: { type: integer, computed: size(record.awaits.all) }
      asked: { type: integer, computed: size(record.awaits.any) }
  copy:
    title: "{{plan}}"
    fields: { plan: { type: reference, to: plan, required: true } }
`;
const STATES = `  plan:
    initial: draft
    states: { draft: {}, sent: {}, approved: {}, done: { final: true } }
    transitions:
      create: { to: draft, by: requester }
      send: { from: draft, to: sent, by: requester }
      recall: { from: sent, to: draft, by: requester }
      back: { from: sent, to: draft, by: requester, input: { reason: { type: text, required: true } } }
      remind: { from: sent, to: same, by: requester }
      all: { from: sent, to: approved, by: requester, approvals: { of: record.approvers }, input: { why: { type: text } } }
      two: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, need: 2, substitute: approver.deputy } }
      any: { from: sent, to: approved, by: requester, approvals: { of: "[record.first, record.second]", need: any } }
      turns: { from: sent, to: approved, by: requester, approvals: { of: "[record.first, record.second]", ordered: true, substitute: approver.deputy } }
      late: { from: sent, to: approved, by: requester, approvals: { of: record.approvers, escalate: { after: = days(3), to: approver.boss } } }
      inturn: { from: sent, to: approved, by: requester, approvals: { of: "[record.first, record.second]", ordered: true, escalate: { after: = days(3), to: approver.boss } } }
      guarded: { from: sent, to: approved, by: requester, when: record.name != "stuck", approvals: { of: record.first } }
      finish: { from: approved, to: done, by: requester, approvals: { of: users_with(agent), need: 2 } }
`;
/** The desk with plans, which several people approve in every way there is. */
export const PLANS_TO_APPROVE = DESK.replace('  note:\n', `${PLANS}  note:\n`)
  .replace(
    'team: { type: reference, to: team, inverse: members }',
    (line) => `${line}\n      deputy: { type: reference, to: user }\n      boss: { type: reference, to: user }`,
  )
  .replace('states:\n', `states:\n${STATES}`)
  .replace(
    '    asset: { read: true }\n',
    '    asset: { read: true }\n    plan: { create: true, read: true, update: true, delete: true, history: true }\n    copy: { create: true, read: user in record.plan.awaits.all }\n',
  );
