import { setTimeout as delay } from 'node:timers/promises';

const limitMs = 60_000;
const pollMs = 250;

/**
 * Evaluates an expression in the app's page once it gives something truthy. Asks seldom and attaches to nothing else, so
 * that what is measured is not disturbed.
 * @param endpoint the `ws:` address that Chromium printed
 * @param scheme what the page's address begins with
 * @throws when 60 s have passed
 */
export async function evaluateWhenTrue<T>(
  endpoint: string,
  condition: string,
  expression: string,
  scheme = 'outrigger-app:',
): Promise<T> {
  const deadline = Date.now() + limitMs;
  const { host } = new URL(endpoint);
  while (Date.now() < deadline) {
    await delay(pollMs);
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as {
      type: string;
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    // The worker hosts' pages, which are never shown, are in the list too.
    const page = targets.find(({ type, url }) => type === 'page' && url.startsWith(scheme));
    if (!page) continue;
    const answer = await evaluate(page.webSocketDebuggerUrl, `(${condition}) ? (${expression}) : undefined`);
    if (answer !== undefined) return answer as T;
  }
  throw new Error(`60 s passed before: ${condition}`);
}

function evaluate(address: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.onopen = () =>
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }));
    socket.onmessage = ({ data }) => {
      const { id, result, error } = JSON.parse(String(data));
      if (id !== 1) return;
      socket.close();
      // A page that is still being made has nothing to evaluate in yet.
      if (error) resolve(undefined);
      else if (result.exceptionDetails) reject(new Error(JSON.stringify(result.exceptionDetails)));
      else resolve(result.result.value);
    };
    socket.onerror = () => reject(new Error(`${address} did not answer`));
  });
}
