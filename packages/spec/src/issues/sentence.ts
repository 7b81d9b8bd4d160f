/** A text with its `{{placeholders}}` filled. A placeholder without a value is left out. */
export function filled(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => params[name] ?? '');
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text in which invisible characters, and those that change the direction of text, are shown by their code: `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
}
