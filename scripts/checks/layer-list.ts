/** Folders (and, directly below `src`, files) that may import each other and everything in the layers before. */
export interface Layer {
  readonly name: string;
  /** Names inside the folder; `.` stands for its own files where it is not `src`. */
  readonly holds: readonly string[];
}

/** The layers inside a folder, lowest first, by the folder's path from the root of the repository. */
export type LayerLists = Readonly<Record<string, readonly Layer[]>>;

/** One import that may go up, from one file to another. */
export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/**
 * The layers of each package, lowest first: a folder may import what stands in its own layer or in one before it. The
 * lists below those of the packages are the layers inside one folder, where `.` stands for the folder's own files.
 */
export const LAYERS: LayerLists = {
  'packages/model/src': [
    { name: 'data', holds: ['ir', 'catalogue', 'wire'] },
    { name: 'values', holds: ['values', 'patterns', 'typed', 'shown'] },
    { name: 'expressions', holds: ['expressions'] },
    { name: 'field types', holds: ['field-types'] },
    { name: 'rights', holds: ['rights'] },
    { name: 'records', holds: ['lifecycle', 'writing', 'limits', 'narrowing'] },
    { name: 'entry', holds: ['index.ts'] },
  ],
  'packages/spec/src': [
    { name: 'answers', holds: ['application.ts', 'reason.ts', 'located.ts'] },
    { name: 'expressions', holds: ['expressions'] },
    { name: 'issues', holds: ['issues'] },
    { name: 'files', holds: ['load'] },
    { name: 'compile', holds: ['compile'] },
    { name: 'checks', holds: ['reasoning', 'checks'] },
    { name: 'whole folder', holds: ['data', 'texts', 'compile.ts'] },
    { name: 'descriptions', holds: ['openapi', 'language', 'inspect'] },
    { name: 'entry', holds: ['index.ts'] },
  ],
  'packages/server/src': [
    {
      name: 'base',
      holds: [
        'bound-heap.ts',
        'collect-garbage.ts',
        'clock.ts',
        'uuid.ts',
        'lines-of.ts',
        'private-files.ts',
        'file-hash.ts',
        'file-kind.ts',
        'refusal.ts',
        'sealing',
        'start-failure.ts',
        'thrown.ts',
      ],
    },
    { name: 'specification', holds: ['specification', 'locales'] },
    { name: 'storage', holds: ['storage'] },
    { name: 'records', holds: ['records'] },
    { name: 'people', holds: ['audit', 'sessions', 'accounts'] },
    {
      name: 'services',
      holds: [
        'calls',
        'data',
        'exchange',
        'holidays',
        'home',
        'intake',
        'jobs',
        'limits',
        'list-views',
        'live',
        'mail',
        'presence',
        'uploads',
      ],
    },
    { name: 'http', holds: ['http'] },
    { name: 'start', holds: ['start'] },
    { name: 'tools', holds: ['backup', 'costs', 'dev'] },
    { name: 'entry', holds: ['index.ts'] },
  ],
  'packages/web/src': [
    { name: 'base', holds: ['base'] },
    { name: 'kit', holds: ['kit'] },
    { name: 'fields', holds: ['fields'] },
    { name: 'forms', holds: ['forms'] },
    { name: 'records', holds: ['records'] },
    { name: 'screens', holds: ['screens'] },
    { name: 'shell', holds: ['shell'] },
    { name: 'first rows', holds: ['first-rows'] },
    { name: 'entry', holds: ['main.tsx', 'sign-in.tsx'] },
  ],
  'packages/cli/src': [
    { name: 'program', holds: ['texts', 'program'] },
    { name: 'command line', holds: ['arguments', 'printing'] },
    { name: 'tasks', holds: ['specifications', 'storing', 'running', 'lsp'] },
    { name: 'commands', holds: ['commands'] },
    { name: 'entry', holds: ['main.ts'] },
  ],

  'packages/spec/src/expressions': [
    { name: 'schema', holds: ['schema'] },
    { name: 'words', holds: ['syntax', 'functions'] },
    { name: 'typing', holds: ['typing'] },
    { name: 'entry', holds: ['.'] },
    { name: 'public cases', holds: ['conformance'] },
  ],
  'packages/server/src/storage': [
    { name: 'SQL', holds: ['sql'] },
    { name: 'columns', holds: ['columns', 'relations'] },
    { name: 'derived data', holds: ['denormalised', 'search'] },
    { name: 'expressions', holds: ['expressions'] },
    { name: 'database', holds: ['database'] },
    { name: 'schema', holds: ['schema'] },
    { name: 'indexes', holds: ['indexes'] },
    { name: 'migration', holds: ['migration'] },
    { name: 'engines', holds: ['sqlite', 'postgres'] },
    { name: 'both engines', holds: ['.'] },
  ],
  'packages/server/src/storage/migration': [
    { name: 'changes', holds: ['changes'] },
    { name: 'comparison', holds: ['comparison'] },
    { name: 'tables', holds: ['tables'] },
    { name: 'contents', holds: ['contents'] },
    { name: 'entry', holds: ['.'] },
  ],
  'packages/server/src/storage/sqlite': [
    { name: 'words', holds: ['expressions'] },
    { name: 'connections', holds: ['connections'] },
    { name: 'entry', holds: ['.'] },
  ],
  'packages/server/src/storage/postgres': [
    { name: 'connections', holds: ['connections'] },
    { name: 'words', holds: ['expressions', 'functions'] },
    { name: 'dialect', holds: ['dialect'] },
    { name: 'side by side', holds: ['side-by-side'] },
    { name: 'transactions', holds: ['transactions'] },
    { name: 'entry', holds: ['.'] },
  ],
  'packages/server/src/records': [
    { name: 'context', holds: ['context'] },
    { name: 'loading', holds: ['loading'] },
    { name: 'views', holds: ['views', 'dependencies'] },
    { name: 'services', holds: ['services', 'people'] },
    { name: 'reading', holds: ['reading'] },
    { name: 'notifications', holds: ['notifications', 'calls'] },
    { name: 'comments', holds: ['comments'] },
    { name: 'writing', holds: ['writing'] },
    { name: 'entry', holds: ['.'] },
  ],
  'packages/server/src/records/writing': [
    { name: 'change', holds: ['.'] },
    { name: 'one row', holds: ['storing', 'judging'] },
    { name: 'what follows', holds: ['following'] },
    { name: 'one write', holds: ['actions'] },
    { name: 'many writes', holds: ['many', 'timed', 'calls'] },
  ],
  'packages/server/src/http': [
    { name: 'service', holds: ['service'] },
    { name: 'answers', holds: ['answers'] },
    { name: 'steps', holds: ['steps', 'pages'] },
    { name: 'routes', holds: ['routes'] },
    { name: 'entry', holds: ['.'] },
  ],
};

/** Exceptions: imports that go up a layer. There are at most three, in web only. An exception that is not needed is refused. */
export const EXCEPTIONS: readonly Exception[] = [];
