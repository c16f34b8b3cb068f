import { expect, test } from 'vitest';
import { parseListed } from './running-processes.ts';

const told = (text: string) =>
  parseListed(text).map(({ pid, group, session, started, environment }) => [
    ...[pid, group, session, started],
    environment(),
  ]);

test('what `ps` of macOS lists is read, with the environment', () => {
  const text = [
    '    1     1 Ss   Sun Nov 29 08:01:02 2026     /sbin/launchd',
    '  912   900 S+   Mon Nov 30 13:45:10 2026     node agent.js --acp HOME=/Users/me A=b',
    '  913   900 Z    Mon Nov 30 13:45:11 2026     (sh)',
    'ps: something is odd',
    '',
  ].join('\n');
  expect(told(text)).toEqual([
    [1, 1, 1, String(Date.UTC(2026, 10, 29, 8, 1, 2) / 1000), '    /sbin/launchd'],
    [912, 900, 900, String(Date.UTC(2026, 10, 30, 13, 45, 10) / 1000), expect.stringContaining('HOME=/Users/me A=b')],
  ]);
});

test('what PowerShell lists is read', () => {
  expect(told('4 4 1796000000\r\n912 912 1796030710\r\n')).toEqual([
    [4, 4, 4, '1796000000', ''],
    [912, 912, 912, '1796030710', ''],
  ]);
});
