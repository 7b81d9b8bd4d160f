import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLanguageClient, type LanguageClient } from '../testing/language-client.ts';

const DESK = fileURLToPath(new URL('../../../../examples/service-desk', import.meta.url));
const PATIENCE = 30_000;

let folder: string;
let client: LanguageClient;
let version = 1;

interface Place {
  readonly line: number;
  readonly character: number;
}

const uri = (path: string): string => pathToFileURL(join(folder, path)).href;
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** The place of `|` in this text of a file on the disk. */
function at(path: string, marked: string) {
  const offset = textOf(path).indexOf(marked.replace('|', '')) + marked.indexOf('|');
  const before = textOf(path).slice(0, offset).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { textDocument: { uri: uri(path) }, position };
}

function type(path: string, text: string): void {
  version += 1;
  client.notify('textDocument/didChange', { textDocument: { uri: uri(path), version }, contentChanges: [{ text }] });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-lsp-'));
  cpSync(DESK, folder, { recursive: true });
  client = startLanguageClient();
  await client.request('initialize', { processId: process.pid, rootUri: null, locale: 'en', capabilities: {} });
  client.notify('initialized', {});
  for (const path of ['ticket.yaml', 'asset.yaml']) {
    client.notify('textDocument/didOpen', {
      textDocument: { uri: uri(path), languageId: 'yaml', version, text: textOf(path) },
    });
  }
}, PATIENCE);

afterAll(async () => {
  await client.request('shutdown', null);
  client.notify('exit', null);
  if ((await client.exit) !== 0) throw new Error('the server did not end well');
  rmSync(folder, { recursive: true, force: true });
}, PATIENCE);

test(
  'what is wrong is shown as one types, with a way out, and goes when it is put right',
  async () => {
    type('ticket.yaml', textOf('ticket.yaml').replace('type: sequence', 'type: sequenze'));
    const { diagnostics } = (await client.told(
      'textDocument/publishDiagnostics',
      (params) => params['uri'] === uri('ticket.yaml') && (params['diagnostics'] as object[]).length > 0,
    )) as { diagnostics: { code: string; message: string; range: { start: { line: number } } }[] };
    expect(diagnostics[0]).toMatchObject({
      code: 'NF0110',
      source: 'ninefold',
      severity: 1,
      range: { start: { line: 8 } },
    });
    const [action] = (await client.request('textDocument/codeAction', {
      textDocument: { uri: uri('ticket.yaml') },
      range: diagnostics[0]?.range,
      context: { diagnostics },
    })) as { title: string; edit: { changes: Record<string, { newText: string }[]> } }[];
    expect(action?.edit.changes[uri('ticket.yaml')]).toMatchObject([{ newText: 'sequence' }]);
    const title = textOf('ticket.yaml').replace(/title: .*/, "title: '{{number}} {{subjct}}'");
    type('ticket.yaml', title);
    const told = (await client.told('textDocument/publishDiagnostics', (params) =>
      JSON.stringify(params).includes('subjct'),
    )) as { diagnostics: object[] };
    const [inTitle] = (await client.request('textDocument/codeAction', {
      textDocument: { uri: uri('ticket.yaml') },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: told.diagnostics },
    })) as { edit: { changes: Record<string, { newText: string; range: Record<'start' | 'end', Place> }[]> } }[];
    const edit = inTitle?.edit.changes[uri('ticket.yaml')]?.[0];
    const line = title.split('\n')[edit?.range.start.line ?? 0] ?? '';
    expect([edit?.newText, line.slice(edit?.range.start.character, edit?.range.end.character)]).toEqual([
      ...['subject', 'subjct'],
    ]);
    type('ticket.yaml', textOf('ticket.yaml'));
    await client.told(
      'textDocument/publishDiagnostics',
      (params) => params['uri'] === uri('ticket.yaml') && (params['diagnostics'] as object[]).length === 0,
    );
  },
  PATIENCE,
);

test(
  'completion inside an expression, in the text that is typed',
  async () => {
    const line = 'computed: record.due < now && record.';
    type(
      'ticket.yaml',
      textOf('ticket.yaml').replace(
        'computed: record.due < now && !record.state_final && record.state != "resolved"',
        line,
      ),
    );
    const start = at('ticket.yaml', 'computed: record.due < |now');
    const position = {
      ...start.position,
      character: start.position.character + line.length - 'computed: record.due < '.length,
    };
    const items = (await client.request('textDocument/completion', { ...start, position })) as {
      label: string;
      detail?: string;
    }[];
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: 'state_final', detail: 'boolean' }),
        expect.objectContaining({ label: 'assignee', detail: 'user' }),
      ]),
    );
    type('ticket.yaml', textOf('ticket.yaml'));
  },
  PATIENCE,
);

test(
  'hover, definition, references and rename reach across files',
  async () => {
    const limit = at('ticket.yaml', 'record.cost + limits.over|run');
    const hover = (await client.request('textDocument/hover', limit)) as { contents: { value: string } };
    expect(hover.contents.value).toContain('money = 100');
    expect(await client.request('textDocument/definition', limit)).toMatchObject([{ uri: uri('app.yaml') }]);
    const agent = at('asset.yaml', 'approve: { from: asked, to: approved, by: ag|ent');
    const references = (await client.request('textDocument/references', {
      ...agent,
      context: { includeDeclaration: true },
    })) as {
      uri: string;
    }[];
    const used = new Set(references.map((one) => one.uri.slice(uri('').length + 1)));
    for (const path of ['ticket.yaml', 'asset.yaml', 'organisation.yaml']) expect([...used]).toContain(path);
    const { changes } = (await client.request('textDocument/rename', { ...limit, newName: 'extra' })) as {
      changes: Record<string, object[]>;
    };
    const changed = Object.keys(changes).map((one) => one.slice(uri('').length + 1));
    expect(changed.toSorted()).toEqual(['app.yaml', 'locales/en/app.json', 'locales/ja/app.json', 'ticket.yaml']);
    const entity = at('asset.yaml', '  lo|an:\n    title');
    const moved = (await client.request('textDocument/rename', { ...entity, newName: 'lending' })) as {
      documentChanges: { kind?: string; oldUri?: string; newUri?: string; textDocument?: { uri: string } }[];
    };
    const files = moved.documentChanges.filter(({ kind }) => kind === 'rename');
    expect(files).toContainEqual({
      kind: 'rename',
      oldUri: uri('data/demo/loan.csv'),
      newUri: uri('data/demo/lending.csv'),
    });
    expect(moved.documentChanges.slice(-files.length)).toEqual(files); // after what is written into them
    await expect(client.request('textDocument/rename', { ...limit, newName: 'No Id' })).rejects.toThrow(
      'cannot be an id',
    );
  },
  PATIENCE,
);
