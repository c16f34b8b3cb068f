import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectContext } from '../../test-support/connect-context.ts';
import { createOAuth } from './oauth.ts';

describe('context.oauth', () => {
  test('asks main to open the browser and to listen, and hears why it came to nothing', async () => {
    const answers = [{ callbackUrl: 'http://127.0.0.1:5/callback?code=c&state=s', port: 5 }];
    const { context, asked } = connectContext({
      'oauth.startWebAuth': () =>
        answers.shift() ?? Promise.reject(Object.assign(new Error('No'), { code: 'cancelled' })),
      'oauth.openBrowser': () => null,
    });
    const options = {
      authUrl: 'https://id.test/?redirect=http://127.0.0.1:{port}/callback',
      callbackPath: '/callback',
    };
    expect(await context.oauth.startWebAuth({ ...options, timeoutSecs: 60 })).toMatchObject({ port: 5 });
    await expect(context.oauth.startWebAuth(options)).rejects.toMatchObject({ code: 'cancelled' });
    expect(await context.oauth.openBrowser('https://id.test/')).toBeUndefined();
    expect(asked).toEqual([
      ['oauth.startWebAuth', { ...options, timeoutSecs: 60 }],
      ['oauth.startWebAuth', options],
      ['oauth.openBrowser', { url: 'https://id.test/' }],
    ]);
  });

  test('sends the requests of a sign-in, and gives any answer as it is', async () => {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      response.writeHead(400, { 'x-seen': `${request.method} ${request.headers['x-a']}` }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { sendHttpRequest } = createOAuth(connectContext().main as never, fetch);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const answer = await sendHttpRequest({ url, method: 'POST', headers: [['x-a', '1']], body: 'é' });
    expect(answer).toMatchObject({ status: 400, body: 'é' });
    expect(answer.headers).toContainEqual(['x-seen', 'POST 1']);
    await expect(sendHttpRequest({ url: 'http://nowhere.invalid/', method: 'GET' })).rejects.toMatchObject({
      code: 'network',
    });
  });
});
