/**
 * The page of a worker host. Its origin is opaque, so that a worker can only be created from a blob; module blobs are
 * refused there, so that the blob is a classic script that imports the module.
 */

const moduleUrl = new URL('worker.js', location.href).href;
const script = new Blob([`import(${JSON.stringify(moduleUrl)})`], { type: 'text/javascript' });

addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== window || !port) return;
  const worker = new Worker(URL.createObjectURL(script), { name: 'Outrigger extensions' });
  // Its first message tells that it listens.
  worker.addEventListener('message', () => worker.postMessage(null, [port]), { once: true });
});
