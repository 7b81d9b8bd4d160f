/** A text with its `{{placeholders}}` filled; what is not given is left out. */
export function filled(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => params[name] ?? '');
}
