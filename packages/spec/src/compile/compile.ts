import type { Compiled, SourceFile } from '../application.ts';
import { collect } from '../issues/report.ts';
import { sourceText } from '../load/located.ts';
import { loadTree } from '../load/load.ts';
import { compileModel } from './model.ts';

/**
 * Loads, checks and compiles a specification. Reads nothing but the given files (paths relative to the folder) and
 * never throws for what an author wrote: everything found comes back as issues, ordered by place.
 */
export function compile(files: readonly SourceFile[]): Compiled {
  const collected = collect();
  const tree = loadTree(files, collected.report);
  if (tree === null && collected.issues().length === 0) {
    collected.report('NF0109', { source: sourceText('app.yaml', ''), start: 0, end: 0 }, { key: 'ninefold' });
  }
  if (tree === null || hasErrors(collected.issues())) return { application: null, issues: collected.issues() };
  const { model, context } = compileModel(tree, files, collected);
  void context;
  const issues = collected.issues();
  if (hasErrors(issues)) return { application: null, issues };
  return { application: { model, texts: {}, pages: {}, data: [] }, issues };
}

function hasErrors(issues: Compiled['issues']): boolean {
  return issues.some((issue) => issue.severity === 'error');
}
