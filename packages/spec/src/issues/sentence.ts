/** Ids, keys and places one behind the other, as a list of them is reported. */
const LIST = /^[a-z_][\w.:/*-]*(?:, [a-z_…][\w.:/*-]*)+$/;
/** Before each further value of an example. */
const NEXT_VALUE = /, (?=[a-z][\w.]* = )/g;

/** A text of this language with its `{{placeholders}}` filled, lists with its commas. A placeholder without a value is left out. */
export function filled(template: string, params: Readonly<Record<string, string>>, language: string): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = params[name] ?? '';
    if (language !== 'ja') return value;
    return LIST.test(value) ? value.replaceAll(', ', '、') : value.replace(NEXT_VALUE, '、');
  });
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text in which invisible characters, and those that change the direction of text, are shown by their code: `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
}
