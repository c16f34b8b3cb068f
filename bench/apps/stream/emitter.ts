import { words } from './words.ts';

/** The floor's end: says its words into a raw port, one message a word. */
process.parentPort.on('message', async ({ data, ports: [port] }) => {
  const { rate, count } = data as { rate: number; count: number };
  for await (const word of words(rate, count)) port?.postMessage(word);
  port?.postMessage(null);
});
