/** What the log can be narrowed by; each stands in the address of the page under its name. */
export const AUDIT_FILTERS = ['from', 'to', 'act', 'person', 'address'] as const;

/** The narrowing of the log as it is typed; empty where it is not narrowed. */
export type AuditFilter = Readonly<Record<(typeof AUDIT_FILTERS)[number], string>>;

/** The filter in the address of the page. */
export function filterIn(params: URLSearchParams): AuditFilter {
  const of = (name: string): string => params.get(name) ?? '';
  return { from: of('from'), to: of('to'), act: of('act'), person: of('person'), address: of('address') };
}

/** The address of a filter: only what narrows. */
export function paramsOf(filter: AuditFilter): URLSearchParams {
  const filled = AUDIT_FILTERS.map((name) => [name, filter[name].trim()] as const).filter(([, text]) => text !== '');
  return new URLSearchParams(Object.fromEntries(filled));
}
