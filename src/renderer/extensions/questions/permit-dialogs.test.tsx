import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { stubWindow } from '../../base/window.fixture.ts';

stubWindow();
const { AccessDialog, EndpointDialog, HostDialog, SecretFileDialog } = await import('./PermitDialogs.tsx');

const common = { id: 'q', asker: { extensionId: 'a', extensionName: 'A' }, title: 'Let A do it?' };

/** What each button says, and whether it can be pressed when the dialog has just come. */
const buttonsOf = (markup: string) =>
  [...markup.matchAll(/<button([^>]*)>(?:<[^>]*>)*([^<]*)/g)].map(([, attributes = '', label]) => [
    label,
    !attributes.includes('aria-disabled="true"'),
  ]);

test('what lets an extension do something cannot be pressed at once: the press was meant for what was there before', () => {
  const access = { ...common, type: 'access', access: 'read-threads', hosts: [] } as const;
  expect(buttonsOf(renderToStaticMarkup(<AccessDialog question={access} />))).toEqual([
    ['Not now', true],
    ['Don’t allow', true],
    ['Always allow', false],
    ['Allow', false],
  ]);
  const secret = { ...common, type: 'secret-file', deed: 'read', path: '.env' } as const;
  expect(buttonsOf(renderToStaticMarkup(<SecretFileDialog question={secret} />))).toEqual([
    ['Not now', true],
    ['Don’t allow', true],
    ['Allow', false],
  ]);
});

test('who is asked about changes of threads is told all that they are', () => {
  const question = { ...common, type: 'access', access: 'change-threads', hosts: [] } as const;
  const markup = renderToStaticMarkup(<AccessDialog question={question} />);
  expect(markup).toContain('to name threads anew, to write notes beside messages, to add or remove labels');
});

test('who is asked about an endpoint sees its address with what would mislead in it, the dialect and the variable', () => {
  const question = { ...common, type: 'endpoint', address: 'https://a.test/\u202Ev1', dialect: 'plain-chat' } as const;
  const markup = (more: object) => renderToStaticMarkup(<EndpointDialog question={{ ...question, ...more }} />);
  expect(markup({})).toContain('https://a.test/⟨U+202E⟩v1');
  expect(markup({})).toContain('>plain-chat</code>');
  expect(markup({})).not.toContain('environment variable');
  expect(markup({ variable: 'A_KEY' })).toContain('>A_KEY</code>');
});

test('who is asked about a host sees its name, where it leads, and what may go there', () => {
  const question = { ...common, type: 'host', host: 'a.test', isPrivate: false, reads: true } as const;
  const markup = (more: object) => renderToStaticMarkup(<HostDialog question={{ ...question, ...more }} />);
  expect(markup({})).toContain('>a.test</code>. It may fetch things from there, and send there what it has read');
  expect(markup({ reads: false })).not.toContain('read in the open folder');
  expect(markup({ host: 'http://a.test' })).toContain('>http://a.test</code>, by http, which others can read');
  expect(markup({ host: 'http://localhost:8080', isPrivate: true })).toContain('on this computer or in its network');
  expect(buttonsOf(markup({})).map(([label]) => label)).toContain('Always allow');
});
