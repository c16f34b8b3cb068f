import type { ComponentSource } from './built-component.ts';

/**
 * A component of every export. Its tool runs JavaScript in it, with all that it imports. Its provider "echo" answers with
 * the request as JSON, and then with the events that the text of its last message has, as JSON of the glue's forms.
 */
export const probe: ComponentSource = {
  world: `
    include outrigger:extension/whole-provider@0.1.0;
    include outrigger:extension/commands@0.1.0;
    include outrigger:extension/slash-command-runner@0.1.0;
    include outrigger:extension/slash-command-completion@0.1.0;
    include outrigger:extension/tools@0.1.0;
  `,
  source: `
    import * as log from 'outrigger:extension/log@0.1.0';
    import * as settings from 'outrigger:extension/settings@0.1.0';
    import * as state from 'outrigger:extension/state@0.1.0';
    import * as time from 'outrigger:extension/time@0.1.0';
    import * as http from 'outrigger:extension/http-client@0.1.0';

    const open = [];
    const tried = (call) => { try { return call(); } catch (error) { return String(error.payload ?? error.message ?? error); } };
    const its = { log, settings, state, time, http, open, tried };
    const bytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const run = (code) => Function('its', 'bytes', code)(its, bytes);
    const told = (value) => JSON.stringify(value, (_key, inner) => inner instanceof Uint8Array ? { bytes: [...inner] } : inner);

    let calls = 0;
    export const initExtension = () => void (calls = 0);
    export const deactivate = () => log.write('info', 'ends');
    export const runCommand = (id) => log.write('info', 'runs ' + id);
    export const runSlashCommand = (command, args) => ({ text: told([command, args]), sections: [] });
    export const completeSlashCommandArgument = ({ name }, args) => [
      { label: told(args), newText: name + args.at(-1) + '!', runCommand: true },
      { label: 'Another', newText: 'other', runCommand: false },
    ];
    export const runTool = (_id, input) => { calls += 1; return told(run(JSON.parse(input))) ?? 'nothing'; };

    export const llmProviders = () => [{ id: 'echo', name: 'Echo', icon: 'icon.svg' }];
    export const llmProviderModels = (id) => run(JSON.parse(settings.get(id)));
    export const llmProviderIsAuthenticated = (id) => {
      const key = llmGetCredential(id) ?? null;
      if (key === 'trap') throw new Error('It has no error to return');
      return key !== null;
    };
    export const llmProviderAuthenticate = (id) => void run(JSON.parse(settings.get(id)));
    export const llmProviderResetCredentials = (id) => llmDeleteCredential(id);
    export const llmProviderSettingsMarkdown = (id) => id === 'echo' ? '# ' + calls : undefined;
    export const llmCountTokens = (_id, model, request) => request.messages.length * 1000;
    export const llmCacheConfiguration = () => ({ maxCacheAnchors: 4, shouldCacheToolDefinitions: true, minTotalTokenCount: 1024 });
    let code = 'none';
    export function llmProviderStartDeviceFlowSignIn(id) {
      code = id + '-code';
      const texts = { headline: 'h', description: 'd', connectButtonLabel: 'c', successHeadline: 's', successMessage: 'm' };
      return { userCode: code, verificationUrl: 'https://example.com', ...texts };
    }
    export function llmProviderPollDeviceFlowSignIn() { throw 'polled ' + code; }

    const answers = new Map();
    export function llmStreamCompletionStart(_id, model, request) {
      const last = request.messages.at(-1)?.content.findLast(({ tag }) => tag === 'text')?.val ?? '[]';
      answers.set('s', (function* () {
        yield { tag: 'text', val: told([model, request]) };
        if (last.startsWith('[')) yield* JSON.parse(last);
        else yield* run('return (function* () {' + last + '})()');
      })());
      return 's';
    }
    export const llmStreamCompletionNext = (id) => answers.get(id).next().value;
    export function llmStreamCompletionClose(id) {
      log.write('info', 'closed ' + id);
      if (!answers.delete(id)) throw new Error('closed twice');
    }
  `,
};
