import { expect, test } from 'vitest';
import { commandEnvironment } from './command-environment.ts';

test('commands get the person’s environment without secrets and what is the app’s own', () => {
  const kept = commandEnvironment(
    {
      ...{
        PATH: '/bin',
        HOME: '/home/me',
        LANG: 'C',
        PWD: '/',
        SSH_AUTH_SOCK: '/s',
        http_proxy: 'http://a:b@proxy',
        PATTERN: 'x',
      },
      ...{
        OPENAI_API_KEY: 'x',
        GITHUB_TOKEN: 'x',
        AWS_SECRET_ACCESS_KEY: 'x',
        DB_PASSWORD: 'x',
        MYSQL_PWD: 'x',
        NPM_AUTH: 'x',
      },
      ...{
        apikey: 'x',
        GPG_PASSPHRASE: 'x',
        GOOGLE_APPLICATION_CREDENTIALS: 'x',
        GH_PAT: 'x',
        DATABASE_URL: 'pg://a:b@c/d',
        JDBC_URL: 'jdbc:pg://c/d?user=a&password=b',
        STORAGE: 'AccountName=a;AccountKey=b',
        STORAGE_CONNECTION_STRING: 'x',
        SLACK_WEBHOOK_URL: 'https://c/x',
      },
      ...{ ELECTRON_RUN_AS_NODE: '1', OUTRIGGER_EXTENSION_HOST: '1', NODE_OPTIONS: 'x', npm_lifecycle_event: 'x' },
    },
    'linux',
  );
  expect(Object.keys(kept).toSorted()).toEqual(
    'GIT_PAGER GIT_TERMINAL_PROMPT HOME LANG NO_COLOR PAGER PATH PATTERN PWD SSH_AUTH_SOCK TERM http_proxy'.split(' '),
  );
  expect(commandEnvironment({}, 'win32')).toMatchObject({ NoDefaultCurrentDirectoryInExePath: '1' });
});
