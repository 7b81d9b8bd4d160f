import type { CommandDefinition } from '../arguments/command.ts';

/** `ninefold lsp`: for editors, over standard input and output. */
export const lspCommand: CommandDefinition = {
  name: 'lsp',
  takes: [],
  most: 0,
  flags: { stdio: { type: 'boolean' } },
  async run(call) {
    return (await import('../lsp/serve.ts')).serve(call.language);
  },
};
