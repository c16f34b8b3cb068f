import { type ContenderName, contenders } from './contenders.ts';
import { createOffer } from './offer.ts';

/** The other process of `rpc`: answers for each contender on the port that comes for it. */
process.parentPort.on('message', ({ data, ports: [port] }) => {
  if (!port) return;
  contenders[data as ContenderName].answer(port, createOffer());
  port.start();
});
