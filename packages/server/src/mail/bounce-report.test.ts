import { expect, test } from 'vitest';
import { readBounce } from './bounce-report.ts';

const ID = '019cbd3a-9cc8-7000-99eb-fef6599c7e34';
const REPORT = `From: MAILER-DAEMON@mail.example.com
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

<bo@example.com>: unknown user
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com

Final-Recipient: rfc822; bo@example.com
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Subject: [Asks] Paint
Message-ID:
 <${ID}@example.com>
References: <019cbd40-3278-7dd4-ad47-21f00eaa7e21.ask@example.com>
--b--
`;

test('a report names the mail that came back, and its code, whatever line ends it has', () => {
  for (const report of [REPORT, REPORT.replaceAll('\n', '\r\n')])
    expect(readBounce(report)).toEqual({ ids: [ID], reason: '5.1.1' });
  expect(readBounce(REPORT.replace('Status: 5.1.1', ''))).toEqual({ ids: [ID], reason: 'bounced' });
});

test('a mail that is only late, and anything else, is no report', () => {
  expect(readBounce(REPORT.replace('Action: failed', 'Action: delayed'))).toBeNull();
  expect(readBounce(REPORT.replace(ID, 'x'))).toBeNull();
  expect(readBounce('')).toBeNull();
});
