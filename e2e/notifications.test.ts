import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { antiForgery, open, resize, type Visitor } from './harness/browser.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: asks, languages: [en, ja] }
entities:
  ask:
    title: name
    label: Request
    label_many: Requests
    comments: true
    fields:
      name: { type: string, required: true, label: Name }
      told: { type: references, to: user, label: Told }
states:
  ask:
    initial: open
    states: { open: { label: Open }, done: { kind: done, final: true, label: Done } }
    transitions:
      finish: { from: open, to: done, by: boss, label: Finish, notify: { to: users_with(boss), text: "{{name}} is finished" } }
roles:
  boss: { members: everyone, ask: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, create: true, grant: [boss] } }
`;
const BO = { 'data/demo/user.csv': ADA['data/demo/user.csv'] };

const suite = withProductAndBrowser(() => startApplication({ 'app.yaml': SPECIFICATION, ...ADA, ...BO }));
