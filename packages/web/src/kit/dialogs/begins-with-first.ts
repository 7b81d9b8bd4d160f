/**
 * The `ref` of what a dialog holds: gives the focus to the first thing that its form asks for, else it were on the button that
 * closes the dialog, which the first space that is typed would press.
 */
export function beginsWithFirst(dialog: HTMLElement | null): void {
  dialog?.querySelector('form :is(input:not([type="file"]), textarea, select)')?.setAttribute('data-autofocus', 'true');
}
