import { expect, test } from 'vitest';
import type { Ask } from '../../shared/contract/extensions/extension-state.ts';
import { formatAsk } from './format-asks.ts';

test.each<[Ask, string]>([
  [
    { kind: 'process' },
    'Runs outside the sandbox, as a program of yours: it can read and change your files, use the network and start programs.',
  ],
  [
    { kind: 'network', hosts: ['api.example.com', 'setting:base_url'] },
    'Talks to api.example.com and the server you enter in its setting “base_url”.',
  ],
  [
    { kind: 'network', hosts: ['setting:endpoints.base_url'] },
    'Talks to the servers you enter in its setting “endpoints”.',
  ],
  [{ kind: 'environment', variables: ['A_KEY'] }, 'Reads the environment variable A_KEY.'],
  [{ kind: 'environment', variables: ['A', 'B'] }, 'Reads the environment variables A and B.'],
  [
    { kind: 'workspace', access: 'write' },
    'Reads and changes files in the open folder, and reads what you type. You are asked before it reads a file that may hold secrets.',
  ],
  [{ kind: 'exec' }, 'Runs commands in the open folder. You are asked before each that none of your rules allows.'],
  [
    { kind: 'agents', agents: ['One (@a/one)'] },
    'Brings an agent, a program that runs with the rights of your account when you ask it: One (@a/one).',
  ],
  [{ kind: 'network', hosts: ['api.example.com', '*'] }, 'Talks to any server.'],
  [{ kind: 'network', hosts: ['ask'] }, 'Talks to servers that it names as it runs: you are asked about each.'],
  [{ kind: 'network', hosts: ['http://*:*'] }, 'Talks to any server at every port by http, which others can read.'],
  [
    { kind: 'network', hosts: ['*', 'localhost:*', 'setting:base_url', 'a.example.com'] },
    'Talks to any server, localhost at every port, and the server you enter in its setting “base_url”.',
  ],
  [
    { kind: 'network', hosts: ['*.example.com', 'http://intranet:8080', '[::1]:*'] },
    'Talks to any server below example.com, intranet at port 8080 by http, which others can read, and [::1] at every port.',
  ],
])('%j is told in words', (ask, words) => expect(formatAsk(ask, 'process')).toBe(words));
