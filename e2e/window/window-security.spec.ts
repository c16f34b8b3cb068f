import { methodNames } from '../../src/shared/contract/methods/renderer-methods.ts';
import { expect, test } from '../fixtures.ts';
import { startCountingServer } from '../servers/counting-server.ts';
import { expectLogged } from '../support/processes/logs.ts';
import '../support/views/page-api.ts';

const ownPage = 'outrigger-app://app/index.html';

test('the page is sandboxed and sees nothing but the contract', async ({ open }) => {
  const { app, page } = await open();

  const preferences = await app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      // Missing in Electron's types.
      .map((contents) =>
        (contents as unknown as Record<'getLastWebPreferences', () => object>).getLastWebPreferences(),
      ),
  );
  // The page, and perhaps that of the worker host.
  expect(preferences.length).toBeGreaterThan(0);
  for (const one of preferences) {
    expect(one).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
    });
  }

  const names = [
    'require',
    'process',
    'module',
    'exports',
    'global',
    'Buffer',
    'setImmediate',
    'ipcRenderer',
    'electron',
  ];
  expect(await page.evaluate((wanted) => wanted.filter((name) => name in window), names)).toEqual([]);
  expect(await page.evaluate(() => document.createElement('webview').constructor.name)).toBe('HTMLElement');

  const exposed = await page.evaluate(() =>
    Object.entries(window.outrigger).flatMap(([group, methods]) =>
      Object.entries(methods).map(([name, value]) => `${group}.${name} is a ${typeof value}`),
    ),
  );
  const channels = Object.entries(methodNames).flatMap(([group, names]) => names.map((name) => `${group}.${name}`));
  const expected = [...channels, 'workspace.pathOf'].map((name) => `${name} is a function`);
  expect(exposed.toSorted()).toEqual(expected.toSorted());

  const api = await page.evaluate(() => {
    const attempt = (change: () => void) => {
      try {
        change();
      } catch {
        // Strict code throws where sloppy code is ignored; only the resulting state is checked.
      }
    };
    const open = window.outrigger.documents.open;
    attempt(() => Object.assign(window, { outrigger: {} }));
    attempt(() => Object.assign(window.outrigger.documents, { open: () => 'mine' }));
    return { isSame: window.outrigger.documents.open === open, constructor: window.outrigger.constructor.name };
  });
  expect(api).toEqual({ isSame: true, constructor: 'Object' });
});

test('the policy of the app’s own protocol lets no foreign code run and no request out', async ({ open }) => {
  const server = await startCountingServer();
  try {
    const { app, page } = await open();

    await test.step('the document carries the policy', async () => {
      const { url, policy, sniffing } = await page.evaluate(async () => {
        const { headers } = await fetch(location.href);
        return {
          url: location.href,
          policy: headers.get('content-security-policy') ?? '',
          sniffing: headers.get('x-content-type-options'),
        };
      });
      expect(url).toBe(ownPage);
      expect(sniffing).toBe('nosniff');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toContain('http');
    });

    await test.step('code that is not a file of the app does not run', async () => {
      const outcome = await page.evaluate(async () => {
        const refused: string[] = [];
        document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
        const add = (tag: string, change: (element: HTMLElement) => void) => {
          const element = document.createElement(tag);
          change(element);
          document.body.append(element);
          return element;
        };
        const settled = (element: HTMLElement) =>
          new Promise<void>((resolve) => {
            element.addEventListener('error', () => resolve());
            element.addEventListener('load', () => resolve());
          });
        add('script', (script) => {
          script.textContent = 'document.title = "inline script"';
        });
        await settled(
          add('script', (script) => script.setAttribute('src', 'data:text/javascript,document.title = "data script"')),
        );
        const blob = URL.createObjectURL(new Blob(['document.title = "blob script"'], { type: 'text/javascript' }));
        await settled(add('script', (script) => script.setAttribute('src', blob)));
        const button = add('button', (element) => element.setAttribute('onclick', 'document.title = "handler"'));
        button.click();
        // In a timer, as the debugger's own call may evaluate code whatever the policy.
        const evaluated = await new Promise<string[]>((resolve) => {
          setTimeout(() => {
            // biome-ignore lint/security/noGlobalEval: what must not work is tried
            const attempts = [() => eval('1 + 1'), () => new Function('return 2')()];
            resolve(
              attempts.map((attempt) => {
                try {
                  return String(attempt());
                } catch (error) {
                  return (error as Error).name;
                }
              }),
            );
          });
        });
        const worker = await new Promise<string>((resolve) => {
          try {
            const started = new Worker(blob);
            started.onerror = () => resolve('refused');
            started.onmessage = () => resolve('running');
          } catch {
            resolve('refused');
          }
        });
        return { title: document.title, evaluated, worker, refused };
      });
      expect(outcome.title).not.toMatch(/script|handler/);
      expect(outcome.evaluated).toEqual(['EvalError', 'EvalError']);
      expect(outcome.worker).toBe('refused');
      expect(outcome.refused).toContain('script-src-elem');
      expect(outcome.refused).toContain('script-src-attr');
    });

    await test.step('nothing leaves for the network', async () => {
      const { loaded, refused } = await page.evaluate(async (url) => {
        const refused: string[] = [];
        document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
        const ended = (tag: string, attributes: Record<string, string>) =>
          new Promise<void>((resolve) => {
            const element = document.createElement(tag);
            // A refused frame loads an error page.
            for (const end of ['load', 'error']) element.addEventListener(end, () => resolve());
            for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
            document.body.append(element);
          });
        await ended('img', { src: `${url}img` });
        await ended('script', { src: `${url}script` });
        await ended('link', { rel: 'stylesheet', href: `${url}link` });
        await ended('iframe', { src: `${url}iframe` });
        await ended('object', { data: `${url}object` });
        navigator.sendBeacon(`${url}beacon`, 'x');
        const attempts = [
          fetch(`${url}fetch`),
          fetch('file:///etc/passwd'),
          import(`${url}module`),
          new Promise((resolve, reject) => {
            const socket = new WebSocket(`${url.replace('http', 'ws')}socket`);
            socket.onopen = resolve;
            socket.onerror = reject;
          }),
        ];
        const settled = await Promise.allSettled(attempts);
        return { loaded: settled.filter(({ status }) => status === 'fulfilled').length, refused };
      }, server.url);
      expect(loaded).toBe(0);
      const directives = ['connect-src', 'frame-src', 'img-src', 'object-src', 'script-src-elem', 'style-src-elem'];
      expect([...new Set(refused)].toSorted()).toEqual(directives);
    });

    await test.step('nor by a page of the session that has no policy', async () => {
      const outcome = await app.evaluate(async ({ session }, url) => {
        try {
          return (await session.defaultSession.fetch(`${url}session`)).status;
        } catch (error) {
          return String(error);
        }
      }, server.url);
      expect(outcome).toContain('ERR_BLOCKED_BY_CLIENT');
    });

    expect(server.requests).toEqual([]);
    expect(server.connections()).toBe(0);
    // The server does answer other clients.
    expect((await fetch(server.url)).status).toBe(200);
    expect(server.requests).toEqual(['/']);
  } finally {
    await server.close();
  }
});

test('every permission that a page can ask for is denied', async ({ launch }) => {
  const { page, userData } = await launch({ args: ['--use-fake-device-for-media-stream'] });
  const answers = await page.evaluate(async () => {
    const why = (asked: Promise<unknown>) =>
      asked.then(
        (given) => `given: ${String(given)}`,
        (error) => (error as Error).name,
      );
    return {
      geolocation: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(code),
        );
      }),
      notifications: await Notification.requestPermission(),
      microphone: await why(navigator.mediaDevices.getUserMedia({ audio: true })),
      screen: await why(navigator.mediaDevices.getDisplayMedia({ video: true })),
      clipboard: await why(navigator.clipboard.readText()),
      states: await Promise.all(
        ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'].map(async (name) => {
          const { state } = await navigator.permissions.query({ name: name as PermissionName });
          return `${name}: ${state}`;
        }),
      ),
    };
  });
  expect(answers.geolocation).toBe(1);
  expect(answers.notifications).toBe('denied');
  expect(answers.microphone).toBe('NotAllowedError');
  expect(answers.screen).toMatch(/NotAllowedError|NotSupportedError|InvalidStateError|AbortError/);
  expect(answers.clipboard).toBe('NotAllowedError');
  expect(answers.states.filter((state) => !state.endsWith(': denied'))).toEqual([]);
  await expectLogged(userData, 'refused the permission notifications');
});

test('the page stays where it is, whatever asks it to leave', async ({ open }) => {
  const server = await startCountingServer();
  try {
    const { app, page, userData } = await open();
    const at = (name: string) => `${server.url}${name}`;

    expect(await page.evaluate((url) => window.open(url), at('open'))).toBeNull();
    await expectLogged(userData, `refused a new window for ${at('open')}`);

    await page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      link.target = '_blank';
      link.textContent = 'a foreign link';
      link.style.cssText = 'position:fixed;top:0;left:0;z-index:1000';
      document.body.append(link);
    }, at('blank'));
    await page.getByRole('link', { name: 'a foreign link' }).click();
    await expectLogged(userData, `refused a new window for ${at('blank')}`);

    // From now on Playwright considers the page to be navigating, so that it is checked by scripts only.
    await page.evaluate((url) => location.assign(url), at('assign'));
    await expectLogged(userData, `refused to navigate to ${at('assign')}`);
    await page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
    }, at('link'));
    await expectLogged(userData, `refused to navigate to ${at('link')}`);
    await page.evaluate(() => location.assign('file:///etc/passwd'));
    await page.evaluate(() => location.assign('data:text/html,<p>elsewhere'));
    await page.evaluate((url) => {
      const form = document.createElement('form');
      form.action = url;
      document.body.append(form);
      form.submit();
      const webview = document.createElement('webview');
      webview.setAttribute('src', url);
      document.body.append(webview);
    }, at('form'));

    const debuggerSession = await page.context().newCDPSession(page);
    const data = { items: [{ mimeType: 'text/uri-list', data: at('drop') }], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await debuggerSession.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    }

    // The extension host's page is no window, and has nothing of the person's. It may still be loading.
    const pages = () =>
      app.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getURL()));
    await expect
      .poll(async () => (await pages()).filter((url) => url !== 'outrigger-host://host/page.html'))
      .toEqual([ownPage]);
    expect(page.url()).toBe(ownPage);
    expect(await page.evaluate(() => document.querySelector('[aria-label="Settings"]')?.checkVisibility())).toBe(true);
    expect(server.requests).toEqual([]);
  } finally {
    await server.close();
  }
});
