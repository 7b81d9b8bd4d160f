import { startReceiver } from '../../packages/server/src/testing/receiver.ts';

/** Another system in a process of its own, which takes no time of who measures. It says its address, and ends with its parent. */
const { address } = await startReceiver();
process.send?.(address);
process.once('disconnect', () => process.exit(0));
