/** The fields a problem's path goes through: `lines[2].qty` → `['lines', 'qty']`. */
export function fieldsOfPath(path: string): readonly string[] {
  return path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .filter((part) => part !== '');
}
