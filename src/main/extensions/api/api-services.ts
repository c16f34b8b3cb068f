import type { DocumentEvent } from '../../../shared/contract/documents/document-events.ts';
import type { TextLayout } from '../../../shared/contract/extension-api/extension-documents.ts';
import type { CredentialCalls } from '../../credentials/credential-service.ts';
import type { SignIns } from '../../credentials/sign-in/sign-ins.ts';
import type { DocumentMirror } from '../../documents/mirror/document-mirror.ts';
import type { Tell } from '../../service-events.ts';
import type { ToolMethod } from '../../tools/tool-host.ts';
import type { ExtensionCatalog } from '../catalog/extension-catalog.ts';
import type { ExtensionInstance } from '../registry/extension-connection.ts';
import type { ExtensionServices } from '../registry/extension-services.ts';
import type { ExtensionSettings } from '../settings/extension-settings.ts';
import type { EndpointApi } from './access/endpoint-api.ts';
import type { ModelApi } from './access/model-api.ts';
import type { ThreadApi } from './access/thread-api.ts';
import { askerOf, askerRefusal } from './asker.ts';
import type { ExtensionLog } from './extension-log.ts';
import type { ExtensionMessages } from './extension-messages.ts';
import type { ExtensionStorage } from './extension-storage.ts';
import type { ExtensionTexts } from './extension-texts.ts';
import type { FilesApi } from './files/files-api.ts';
import type { ProgressBoard } from './progress-board.ts';
import type { QuestionBoard } from './question-board.ts';
import type { StatusItems } from './status-items.ts';
import type { SystemApi } from './system-api.ts';
import { requireWorkspace, type WorkspaceApi } from './workspace/workspace-api.ts';

export interface ApiServicesDeps {
  readonly credentials: CredentialCalls;
  readonly oauth: SignIns['calls'];
  readonly settings: Pick<ExtensionSettings, 'get'>;
  readonly state: ExtensionStorage;
  readonly messages: ExtensionMessages;
  readonly statusItems: StatusItems;
  readonly questions: QuestionBoard;
  readonly texts: ExtensionTexts;
  readonly progress: ProgressBoard;
  readonly documents: DocumentMirror;
  readonly workspace: WorkspaceApi;
  readonly files: FilesApi;
  readonly system: SystemApi;
  /** How the person has the editor set. */
  readonly layout: () => TextLayout;
  readonly threads: ThreadApi;
  readonly models: ModelApi;
  readonly endpoints: EndpointApi;
  readonly tell: Tell<'models-changed'>;
  /** A script has registered; see `ExtensionCatalog`. */
  readonly registered: ExtensionCatalog['registeredLater'];
  readonly log: ExtensionLog;
}

/** Services besides those of the `ToolHost`. */
type OwnServices = Omit<ExtensionServices, ToolMethod>;

/** One run of an extension: events of its subscriptions are sent to it, and to no later run. */
type Follower = Pick<ExtensionInstance, 'call'>;

/** The services of main for extensions, method by method. */
export function createApiServices(deps: ApiServicesDeps) {
  const { credentials, oauth, settings, state, messages, statusItems, questions, documents, workspace, log } = deps;
  const { texts, progress } = deps;
  const servicesOf = (instance: Follower): OwnServices => {
    const sendEvents = (events: DocumentEvent[]) => instance.call('document.events', { events });
    return {
      ...credentials,
      ...oauth,
      ...workspace,
      ...deps.files,
      ...deps.system,
      'editor.layout': () => deps.layout(),
      ...deps.threads,
      ...deps.models,
      'setting.get'(caller, { key }) {
        const value = settings.get(caller.id, key);
        if (value === undefined)
          throw askerRefusal(askerOf(caller), `asks for a setting “${key}” that its manifest lacks.`);
        return value;
      },
      'state.get': ({ id }, { scope, key }) => state.get(id, scope, key),
      async 'state.set'({ id }, { scope, key, value }) {
        await state.set(id, scope, key, value);
        return null;
      },
      'state.keys': ({ id }, { scope }) => state.keys(id, scope),
      'window.message': (caller, message, { signal }) => messages.show(askerOf(caller), message, signal),
      'window.status'(caller, { id, item }) {
        const command = item?.command;
        if (command !== undefined && !Object.hasOwn(caller.commands, command)) {
          throw askerRefusal(askerOf(caller), `names a command “${command}” that its manifest lacks.`);
        }
        statusItems.set(askerOf(caller), id, item);
        return null;
      },
      async 'window.confirm'(caller, asked, { signal }) {
        return (await questions.ask(askerOf(caller), { type: 'confirm', ...asked }, signal)) === 'yes';
      },
      async 'window.pick'(caller, asked, { signal }) {
        const answer = await questions.ask(askerOf(caller), { type: 'pick', ...asked }, signal);
        return typeof answer === 'number' ? answer : null;
      },
      async 'window.prompt'(caller, asked, { signal }) {
        const answer = await questions.ask(askerOf(caller), { type: 'prompt', ...asked }, signal);
        return typeof answer === 'string' ? answer : null;
      },
      async 'window.showText'(caller, shown) {
        await texts.show(askerOf(caller), shown);
        return null;
      },
      'progress.start': (caller, asked, { signal }) => progress.start(askerOf(caller), asked, signal),
      'progress.report'({ id }, reported) {
        progress.report(id, reported);
        return null;
      },
      'progress.end'(caller, { id }) {
        progress.end(caller.id, id);
        return null;
      },
      async 'document.subscribe'(caller) {
        requireWorkspace(caller, 'read');
        await documents.subscribe(caller.id, sendEvents);
        return null;
      },
      'endpoint.list': (caller) => deps.endpoints.list(caller),
      'endpoint.open': (caller, { providerId }, { signal }) => deps.endpoints.open(caller, providerId, signal),
      async 'contributions.register'(caller, offered) {
        await deps.registered(caller, offered);
        return null;
      },
      'provider.modelsChanged'({ id }, { providerId }) {
        deps.tell({ type: 'models-changed', extensionId: id, providerId });
        return null;
      },
      'log.write'({ id }, { level, text }) {
        log.write(id, level, text);
        return null;
      },
    };
  };

  return {
    servicesOf,
    /** Call when the port of an extension has closed: withdraws what it shows and ends its subscriptions. */
    gone(extensionId: string) {
      questions.withdraw(extensionId);
      messages.withdraw(extensionId);
      progress.withdraw(extensionId);
      statusItems.withdraw(extensionId);
      documents.unsubscribe(extensionId);
    },
  };
}
