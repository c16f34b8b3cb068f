import type { Disposable } from '../../../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { EventPlace, FollowedEvent } from '../../../../shared/contract/extension-api/extension-events.ts';
import type { EventName } from '../../../../shared/contract/extensions/thread-events.ts';
import { folderOf } from '../calls/script-calls.ts';
import type { LuaScript } from '../lua-script.ts';
import { type AskedForm, askedForms, type Said } from './asked-forms.ts';
import { followedForms } from './followed-forms.ts';
import { passable } from './passable.ts';

/** As `zi.on` has registered it. */
export interface ScriptEvent {
  /** Another one for each handler. */
  readonly name: string;
  readonly event: EventName | 'session_shutdown';
  readonly handler: string;
}

/** The forms of what is asked, and `events.on`, for an event of whatever name. */
const asked: Readonly<Record<string, (event: never, folder: () => Promise<string | undefined>) => unknown>> =
  askedForms;
type On = (name: EventName, run: (event: never, at: EventPlace) => unknown) => Disposable;

/** Calls a handler of a script when its event comes. */
export function onEvent(script: LuaScript, context: ExtensionContext, name: EventName, handler: string): Disposable {
  const call = (given: object, at: EventPlace) => script.call('event', handler, [given], at);
  return (context.events.on as On)(name, async (event, at) => {
    const form = (await asked[name]?.(event, () => folderOf(context))) as AskedForm<never> | undefined;
    if (form) {
      const given = passable({ ...form.given, type: name }) as Said;
      return form.outcome((await call(given, at)) as Said, given);
    }
    for (const given of followedForms(name as FollowedEvent, event)) await call(given, at);
  });
}
