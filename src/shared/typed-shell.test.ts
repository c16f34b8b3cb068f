import { expect, test } from 'vitest';
import { asMessageDraft, messageText, parseShell } from './typed-shell.ts';

test('a draft that begins with “!” is a command, and models are told unless there are two', () => {
  expect(parseShell('!git status ')).toEqual({ marks: '!', command: 'git status', isTold: true });
  expect(parseShell('!! cat a\nb')).toEqual({ marks: '!!', command: 'cat a\nb', isTold: false });
  expect(parseShell('!')).toMatchObject({ command: '' });
  for (const none of ['', 'a !b', ' !b', '\\!b', '![logo](logo.png)']) expect(parseShell(none)).toBeNull();
});

test('a message may begin with “!” behind a backslash, which is not sent', () => {
  for (const text of ['!important', '!!', 'plain', '![logo](logo.png)', '\\n']) {
    const draft = asMessageDraft(text);
    expect(parseShell(draft)).toBeNull();
    expect(messageText(draft)).toBe(text);
  }
});
