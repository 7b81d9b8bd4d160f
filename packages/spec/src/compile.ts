import type { Compiled, SourceFile } from './application.ts';
import { checkHolders } from './checks/approvers.ts';
import { checkModel } from './checks/check-model.ts';
import { checkMessages } from './checks/messages.ts';
import { unsetSecrets } from './checks/states/unset-secrets.ts';
import { compileData } from './data/data-files.ts';
import { withoutAbsence } from './issues/known-alone.ts';
import { collect } from './issues/report.ts';
import { sourceText } from './located.ts';
import { loadTree } from './load/load.ts';
import { reportUnread } from './load/unread.ts';
import { readPages } from './texts/locale-files.ts';
import { compileTexts } from './texts/texts.ts';
import { formerOf } from './compile/reading/former.ts';
import { readAsMeant } from './compile/misspelt.ts';

/** Whether it is `app.yaml` and says something: where it is lost or emptied, nearly all that the other files name is, too. */
function isWrittenBeginning({ path, text }: SourceFile): boolean {
  return path === 'app.yaml' && /^\s*[^\s#]/m.test(text);
}

/**
 * Loads, checks and compiles a specification. It reads only the given files, whose paths are relative to the folder. It
 * never throws for what an author wrote: everything that is wrong comes back as issues, ordered by place.
 */
export function compile(files: readonly SourceFile[]): Compiled {
  const loaded = collect();
  const start = { source: sourceText('app.yaml', ''), start: 0, end: 0 };
  const { tree, unread } = loadTree(files, loaded.report);
  const isBegun = tree?.entries.has('ninefold') === true || files.some(isWrittenBeginning);
  if (tree === null ? loaded.issues().length === 0 : !isBegun) loaded.report('NF0116', start);
  reportUnread(files, tree, loaded.report);
  if (tree === null || !isBegun) return { application: null, issues: loaded.issues(), verdicts: [] };
  const { model, context, collected, isWhole } = readAsMeant(tree, files, loaded, unread);
  if (!isWhole) return { application: null, issues: collected.issues(), verdicts: [] };
  const mistaken = collected.issues().some(({ id, severity }) => severity === 'error' && !LATER.has(id));
  const judging = mistaken ? { ...context, report: withoutAbsence(context.report) } : context;
  checkModel(judging, model, { mistaken });
  const texts = compileTexts(judging, model, files, context.spots.get('languages') ?? tree.spot);
  checkMessages(context, model, texts);
  const data = compileData(context, model, files);
  if (!mistaken) checkHolders(judging, model, data);
  const issues = collected.issues();
  const verdicts = collected.verdicts();
  if (hasErrors(issues)) return { application: null, issues, verdicts };
  const former = formerOf(context.former);
  const unset = unsetSecrets(context.spots, model);
  return {
    application: { model: frozen(model), texts, pages: readPages(files), data, former, unset },
    issues,
    verdicts,
  };
}

/** Errors about what the running version cannot do yet are no mistakes. */
const LATER: ReadonlySet<string> = new Set(['NF0507', 'NF0514', 'NF0901']);

function hasErrors(issues: Compiled['issues']): boolean {
  return issues.some((issue) => issue.severity === 'error');
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) for (const item of value) frozen(item);
  else for (const key in value) frozen(value[key]);
  return Object.freeze(value);
}
