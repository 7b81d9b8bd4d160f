import './kit/theme/layers.css';
import './kit/theme/mantine.css';
import './kit/theme/global.css';
import { start } from './shell/app/start.tsx';
import { shareStyleNonce } from './kit/theme/style-nonce.ts';
import { reportFault, watchFaults } from './base/faults/faults.ts';

watchFaults();
shareStyleNonce();
const root = document.getElementById('root');
if (root) start(root).catch((error: unknown) => reportFault(error, { kind: 'start' }));
