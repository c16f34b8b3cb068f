import { expect, test } from 'vitest';
import type { Ask } from '../../shared/contract/extension-state.ts';
import { formatAsk } from './format-asks.ts';

test.each<[Ask, string]>([
  [
    { kind: 'network', hosts: ['api.example.com', 'setting:base_url'] },
    'Talks to api.example.com and the server that you name in its setting “base_url”.',
  ],
  [
    { kind: 'network', hosts: ['setting:endpoints.base_url'] },
    'Talks to the servers that you name in its setting “endpoints”.',
  ],
  [{ kind: 'environment', variables: ['A_KEY'] }, 'Reads the environment variable A_KEY.'],
  [{ kind: 'environment', variables: ['A', 'B'] }, 'Reads the environment variables A and B.'],
  [{ kind: 'workspace', access: 'write' }, 'Reads and changes the files of the open folder, and reads what you type.'],
  [{ kind: 'network', hosts: ['api.example.com', '*'] }, 'Talks to any server.'],
])('%j is told in words', (ask, words) => expect(formatAsk(ask)).toBe(words));
