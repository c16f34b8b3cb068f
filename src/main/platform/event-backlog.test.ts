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
    const hosts: MainEvent = { type: 'hosts', hosts: [{ id: 'h', status: 'running', extensions: [] }] };
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
    const request = { id: 'r', extensionId: 'e', extensionName: 'E', providerName: 'P', label: 'Key', placeholder: '' };
    backlog.add({ type: 'credential-request', request: { ...request, keptIn: 'keychain' } }, true);
    expect(backlog.take()).toHaveLength(1);
    backlog.add({ type: 'credential-request-ended', requestId: 'r' }, true);
    expect(backlog.take()).toEqual([]);
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
