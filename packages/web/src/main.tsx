import './theme/layers.css';
import './theme/mantine.css';
import './theme/global.css';
import { start } from './app/start.tsx';
import { shareStyleNonce } from './theme/style-nonce.ts';
import { reportFault, watchFaults } from './faults/faults.ts';

watchFaults();
shareStyleNonce();
const root = document.getElementById('root');
if (root) start(root).catch((error: unknown) => reportFault(error, { kind: 'start' }));
