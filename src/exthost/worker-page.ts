/**
 * The page of a worker host. Its origin is one that nothing shares, so the worker can only be made from a blob; a
 * module from a blob is refused there, so the blob is a script that loads the module.
 */

const moduleUrl = new URL('worker.js', location.href).href;
const script = new Blob([`import(${JSON.stringify(moduleUrl)})`], { type: 'text/javascript' });

addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== window || !port) return;
  const worker = new Worker(URL.createObjectURL(script), { name: 'Outrigger extensions' });
  // Its first message says that it listens.
  worker.addEventListener('message', () => worker.postMessage(null, [port]), { once: true });
});
