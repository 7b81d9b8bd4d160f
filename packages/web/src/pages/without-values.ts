/** A message whose values are not known here: each place of a value becomes an ellipsis. */
export function withoutValues(text: string): string {
  return text.replaceAll(/\{\{[^}]*\}\}/g, '…');
}
