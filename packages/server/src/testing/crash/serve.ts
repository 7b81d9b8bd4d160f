import { startServer } from '../../start/start-server.ts';

/**
 * Serves a specification for tests that kill it: `serve.ts <folder> <data> <port> <database> <from>`. Its clock stands at `from` when
 * it begins; blank: the present. It says its address, what its clock shows and who can sign in.
 */
const [folder = '', data = '', port = '0', database = '', from = ''] = process.argv.slice(2);
const ahead = from === '' ? 0 : Date.parse(from) - Date.now();
const clock = (): string => new Date(Date.now() + ahead).toISOString();
const running = await startServer({
  folder,
  data,
  database: database === '' ? null : database,
  host: '127.0.0.1',
  port: Number(port),
  demo: true,
  acceptLoss: [],
  web: 'none',
  webLocales: null,
  errorsDsn: null,
  files: process.env['NINEFOLD_FILES'] ?? null,
  smtp: process.env['NINEFOLD_SMTP'] ?? null,
  clock,
  callsInside: '127.0.0.1',
  log: (line) => void process.stderr.write(`${line}\n`),
});
const [account] = running.demoAccounts;
process.stdout.write(`${JSON.stringify({ address: running.address, account: account?.id, now: clock() })}\n`);
