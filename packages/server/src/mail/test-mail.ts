import { newId } from '../uuid.ts';
import type { Clock } from '../clock.ts';
import { StartFailure } from '../start-failure.ts';
import { plainWords } from './mail-texts.ts';
import { isAddress, readSmtp } from './smtp-setting.ts';
import { openTransport, type SendFailure } from './transport.ts';

const SECONDS = 30;

/** Sends one mail that says that mail can be sent; null where the server has taken it. Throws a `StartFailure` for a setting or an address that is none. */
export async function sendTestMail(
  setting: string,
  to: string,
  { clock, language }: { readonly clock: Clock; readonly language: string },
): Promise<SendFailure | null> {
  const smtp = readSmtp(setting);
  if (!isAddress(to)) throw new StartFailure('mail_address');
  const transport = openTransport(smtp, SECONDS);
  const { say } = plainWords(language);
  const text = say('test_text');
  try {
    return await transport.send({
      from: { name: 'Ninefold', address: smtp.from },
      to: { name: '', address: to },
      subject: say('test'),
      text: `${text}\n`,
      html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body><p>${text}</p></body></html>`,
      language,
      messageId: `<${newId(clock())}@${smtp.from.split('@')[1] ?? 'localhost'}>`,
      date: new Date(clock()),
      ...{ thread: null, stop: null },
    });
  } finally {
    transport.close();
  }
}
