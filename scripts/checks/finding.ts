/** One thing a check has to say about one place. A warning is printed and passes. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly severity: 'error' | 'warning';
}

/** What one check answers: `output` is printed as it is when the check fails or warns. */
export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

export interface Check {
  readonly name: string;
  run(root: string): Promise<Outcome>;
}

export function errorAt(file: string, line: number, text: string): Finding {
  return { file, line, text, severity: 'error' };
}

export function warningAt(file: string, line: number, text: string): Finding {
  return { file, line, text, severity: 'warning' };
}

/** Errors first, then warnings, each as `file:line text`. */
export function outcomeOf(findings: readonly Finding[]): Outcome {
  const sorted = findings.toSorted(
    (a, b) => a.severity.localeCompare(b.severity) || a.file.localeCompare(b.file) || a.line - b.line,
  );
  return {
    ok: findings.every((finding) => finding.severity === 'warning'),
    output: sorted
      .map(
        (finding) =>
          `${finding.severity === 'error' ? '' : 'warning: '}${finding.file}:${finding.line} ${finding.text}`,
      )
      .join('\n'),
  };
}
