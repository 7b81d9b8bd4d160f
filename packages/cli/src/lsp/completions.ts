import { completeAt, type Completion } from '@ninefold/spec';
import { CompletionItemKind, MarkupKind, type CompletionItem, type Position } from 'vscode-languageserver';
import type { Located } from './workspace.ts';

const KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  word: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Field,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
};

/** What may be written at a place, as editors take it. */
export function completionsAt({ files, cursor }: Located, position: Position, language: string): CompletionItem[] {
  const { prefix, items } = completeAt(files, cursor, language);
  const start = { ...position, character: position.character - prefix.length };
  return items.map(({ label, kind, detail, meaning }, index) => ({
    label,
    kind: KINDS[kind],
    sortText: String(index).padStart(5, '0'),
    ...(detail === '' ? {} : { detail }),
    ...(meaning === '' ? {} : { documentation: { kind: MarkupKind.Markdown, value: meaning } }),
    textEdit: { range: { start, end: position }, newText: kind === 'key' ? `${label}: ` : label },
  }));
}
