import { noteBounce, sendTestMail, systemClock } from '@ninefold/server';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { Unusable } from '../arguments/unusable.ts';
import { log, placeOf, readSpecification } from '../storing/stored.ts';

/** Sends a test mail, or notes what came back. */
export async function mail(call: Call): Promise<number> {
  const [act, word] = call.words;
  if (act === 'test' && word !== undefined) return test(call, word);
  if (act === 'bounce') return bounce(call, word ?? '.');
  throw new Unusable('refused.mail_act', {});
}

async function test({ say, language, flags }: Call, to: string): Promise<number> {
  const { smtp } = runSettings({ flags }, process.env);
  if (smtp === null) throw new Unusable('refused.no_smtp', {});
  const failure = await sendTestMail(smtp, to, { clock: systemClock, language });
  if (failure === null) {
    process.stdout.write(`${say('mail.taken', { to })}\n`);
    return 0;
  }
  const { reason, isFinal } = failure;
  const why = REASONS.find((one) => one === reason);
  const text = why === undefined ? say('mail.answered', { code: reason }) : say(`mail.reasons.${why}`);
  process.stderr.write(`ninefold: ${say(isFinal ? 'mail.refused' : 'mail.not_taken', { to, reason: text })}\n`);
  return 1;
}

const REASONS = ['connection', 'sign_in', 'encryption', 'certificate', 'time', 'address', 'other'] as const;

async function bounce(call: Call, folder: string): Promise<number> {
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part as Uint8Array)); // a stream of bytes without an encoding
  const report = Buffer.concat(parts).toString('utf8');
  const number = await noteBounce(await placeOf(call, application, folder), application, {
    report,
    clock: systemClock,
    log,
  });
  process.stdout.write(`${call.say(number === 0 ? 'mail.none_of_ours' : 'mail.noted', { number })}\n`);
  return number === 0 ? 1 : 0;
}
