import './kit/theme/layers.css';
import './kit/theme/mantine.css';
import './kit/theme/global.css';
import 'virtual:theme.css';
import './kit/theme/print.css';
import { giveWay } from './first-rows/give-way.ts';
import { start } from './shell/app/start.tsx';
import { guardConversions } from './kit/keyboard/ime.ts';
import { shareStyleNonce } from './kit/theme/style-nonce.ts';
import { reportFault, watchFaults } from './base/faults/faults.ts';

watchFaults();
guardConversions();
shareStyleNonce();
const root = document.getElementById('root');
if (root) giveWay(root);
if (root) start(root).catch((error: unknown) => reportFault(error, { kind: 'start' }));
