export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What is read of the report that vitest's JSON reporter writes. */
export interface JsonReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** Of every try: a test that passed with some failed before. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * A file that failed without a failed test (it did not load, or a hook threw) counts as one failure. So does a bad exit
 * of vitest that no test explains.
 */
export function countTests(report: JsonReport, exitCode: number): Counts {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const file of report.testResults) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failedHere = statuses.filter((status) => status === 'failed').length;
    const passedHere = statuses.filter((status) => status === 'passed').length;
    failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
    passed += passedHere;
    skipped += statuses.length - failedHere - passedHere;
  }
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}

/** Tests that failed and then passed without a change: something in them, or in the product, depends on time. */
export function passedAtSecondTry(report: JsonReport): readonly string[] {
  return report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
    .map((test) => `${test.fullName}: ${test.failureMessages[0]?.split('\n')[0] ?? ''}`);
}

/** The last line of every test run. */
export function totalLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
