import { startServer } from '../../start/start-server.ts';

/** Serves a specification for tests that kill it: `serve.ts <folder> <data> <port> [database]`. Says its address and who can sign in. */
const [folder = '', data = '', port = '0', database] = process.argv.slice(2);
const running = await startServer({
  folder,
  data,
  database: database ?? null,
  host: '127.0.0.1',
  port: Number(port),
  demo: true,
  acceptLoss: [],
  web: 'none',
  webLocales: null,
  errorsDsn: null,
  log: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify({ address: running.address, account: running.demoAccounts[0]?.id })}\n`);
