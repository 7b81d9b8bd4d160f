import type { FirstRunAnswer } from '@ninefold/model';
import { issueAnswers } from '../../answers/issue-answers.ts';
import { languageOf } from '../../service/language.ts';
import { callerRoute, type CallerCall, type Route } from '../../service/route.ts';
import { needRight } from '../../steps/need-right.ts';

const ADDRESS = '/_/setup';

/** What the steps after the first account show: what the checker says of the specification, and the sample data. */
async function read(call: CallerCall): Promise<FirstRunAnswer> {
  needRight(call, 'users');
  const { service, caller, request } = call;
  return {
    issues: await issueAnswers([...service.issues, ...service.unset()], languageOf(service, request)),
    sample_data: await service.sampleData.state(caller.me.id),
  };
}

async function load(call: CallerCall): Promise<{ readonly records: number }> {
  needRight(call, 'users');
  const { service, caller, request } = call;
  const records = await service.sampleData.load(caller.me.id);
  await service.audit.note({ act: 'sample_data_loaded', by: caller.me.id, address: request.ip, details: { records } });
  return { records };
}

/** The steps of the first run that follow the first account. */
export const FIRST_RUN_ROUTES: readonly Route[] = [
  { ...callerRoute('GET', ADDRESS, read), pageToo: true },
  callerRoute('POST', `${ADDRESS}/sample-data`, load),
];
