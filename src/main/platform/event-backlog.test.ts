import { describe, expect, it } from 'vitest';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { createEventBacklog } from './event-backlog.ts';

const notice = (id: string): MainEvent => ({
  type: 'notice',
  notice: { id, severity: 'info', text: id, actions: [] },
});
const command: MainEvent = { type: 'command', command: 'file.save' };

describe('createEventBacklog', () => {
  it('repeats to every renderer the latest hosts and the notices that still stand', () => {
    const backlog = createEventBacklog();
    const hosts: MainEvent = {
      type: 'hosts',
      hosts: [{ id: 'h', kind: 'process', status: 'running', extensions: [] }],
    };
    backlog.add({ type: 'hosts', hosts: [] }, true);
    backlog.add(hosts, true);
    backlog.add(notice('a'), true);
    backlog.add(notice('b'), false);
    backlog.add({ type: 'notice-withdrawn', noticeId: 'a' }, true);
    expect(backlog.take()).toEqual([hosts, notice('b')]);
    expect(backlog.take()).toEqual([hosts, notice('b')]);
  });

  it('repeats an open credential request until it has ended', () => {
    const backlog = createEventBacklog();
    const owner = { extensionId: 'e', extensionName: 'E', providerId: 'p', providerName: 'P' };
    const words = { credentialType: 'api-key' as const, label: 'Key', placeholder: '', replaces: false };
    const request = { id: 'r', ...owner, ...words, keptIn: 'keychain' as const };
    backlog.add({ type: 'credential-request', request }, true);
    backlog.add({ type: 'variable-question', question: { id: 'v', ...owner, variable: 'KEY' } }, true);
    backlog.add({ type: 'sign-in', signIn: { id: 's', ...owner, type: 'done', headline: 'In', message: '' } }, true);
    expect(backlog.take()).toHaveLength(3);
    backlog.add({ type: 'credential-request-ended', requestId: 'r' }, true);
    backlog.add({ type: 'variable-question-ended', questionId: 'v' }, true);
    backlog.add({ type: 'sign-in-ended', signInId: 's' }, true);
    expect(backlog.take()).toEqual([]);
  });

  it('repeats an open question until it has ended, and of status bar and progress what holds now', () => {
    const backlog = createEventBacklog();
    const asker = { extensionId: 'e', extensionName: 'E' };
    const question = { type: 'confirm' as const, id: 'q', asker, title: 'T', text: '' };
    const items: MainEvent = { type: 'status-items', items: [{ asker, id: 's', text: 'Ready', tooltip: '' }] };
    const wanted: MainEvent = { type: 'documents-wanted', isWanted: true };
    backlog.add({ type: 'question', question }, true);
    backlog.add({ type: 'status-items', items: [] }, true);
    backlog.add(items, true);
    backlog.add({ type: 'progress', items: [] }, true);
    backlog.add({ type: 'documents-wanted', isWanted: false }, true);
    backlog.add(wanted, true);
    const expected = [{ type: 'question', question }, items, { type: 'progress', items: [] }, wanted];
    expect(backlog.take()).toEqual(expected);
    backlog.add({ type: 'question-ended', questionId: 'q' }, true);
    expect(backlog.take()).toEqual(expected.slice(1));
  });

  it('hands over once what the person did while nobody listened', () => {
    const backlog = createEventBacklog();
    backlog.add(command, true);
    expect(backlog.take()).toEqual([]);
    backlog.add(command, false);
    expect(backlog.take()).toEqual([command]);
    expect(backlog.take()).toEqual([]);
  });

  it('drops what the renderer asks for itself, and does not grow without end', () => {
    const backlog = createEventBacklog();
    backlog.add({ type: 'thread-entries', threadId: 't', entries: [] }, false);
    backlog.add({ type: 'tree-changed', directories: ['/a'] }, false);
    expect(backlog.take()).toEqual([]);
    for (let count = 0; count < 1000; count++) backlog.add(command, false);
    expect(backlog.take()).toHaveLength(200);
  });
});
