import type { TextChange } from '../../../shared/contract/documents/document-events.ts';
import type {
  ExtensionDocument,
  ExtensionDocuments,
} from '../../../shared/contract/extension-api/extension-documents.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { Listeners } from '../listeners.ts';
import { type Log, logFailure } from '../log.ts';
import { type DocumentNews, FollowedDocuments } from './followed-documents.ts';

/** Documents are sent only to an extension that has subscribed once. */
export function createDocuments(main: Peer<MainMethods>, log: Log) {
  const mirror = new FollowedDocuments();
  const opened = new Listeners<[ExtensionDocument]>('documents.onOpen', log);
  const changed = new Listeners<[ExtensionDocument, readonly TextChange[]]>('documents.onChange', log);
  const saved = new Listeners<[ExtensionDocument]>('documents.onSave', log);
  const closed = new Listeners<[path: string]>('documents.onClose', log);
  /** Resolves when the open documents are known. */
  let known: Promise<void> | undefined;
  let isKnown = false;
  let isAskingAgain = false;

  const tell = (news: readonly DocumentNews[]) => {
    // Documents that were open before are returned by `list`; listeners get later events only.
    if (!isKnown) return;
    for (const item of news) {
      if (item.type === 'opened') opened.emit(item.document);
      else if (item.type === 'changed') changed.emit(item.document, item.changes);
      else if (item.type === 'saved') saved.emit(item.document);
      else closed.emit(item.path);
    }
  };

  const askForAll = async () => {
    mirror.beginAnew();
    await main.call('document.subscribe', null);
    tell(mirror.endAnew());
  };
  const askAgain = async () => {
    if (!isKnown || isAskingAgain || !mirror.isDoubtful) return;
    isAskingAgain = true;
    try {
      // Further events arrive meanwhile, and may make a document doubtful again.
      while (mirror.isDoubtful) await askForAll();
    } catch (thrown) {
      // Retried at the next event.
      logFailure(log, 'Reading the open documents again', thrown);
    } finally {
      isAskingAgain = false;
    }
  };
  const askFirst = async () => {
    try {
      await askForAll();
    } catch (thrown) {
      known = undefined;
      throw thrown;
    }
    isKnown = true;
    void askAgain();
  };
  const subscribe = () => {
    known ??= askFirst();
    return known;
  };
  const listen = <Listener>(add: (listener: Listener) => { dispose(): void }) => {
    return (listener: Listener) => {
      const listening = add(listener);
      subscribe().catch((thrown) => logFailure(log, 'Reading the open documents', thrown));
      return listening;
    };
  };

  const api: ExtensionDocuments = {
    layout: () => main.call('editor.layout', null),
    async list() {
      await subscribe();
      return mirror.list();
    },
    onOpen: listen((listener) => opened.add(listener)),
    onChange: listen((listener) => changed.add(listener)),
    onSave: listen((listener) => saved.add(listener)),
    onClose: listen((listener) => closed.add(listener)),
  };
  return {
    api,
    events({ events }: ExtensionMethods['document.events']['params']): null {
      for (const event of events) tell(mirror.apply(event));
      void askAgain();
      return null;
    },
  };
}
