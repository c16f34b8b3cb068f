import { toFailure } from '../../../shared/contract/errors.ts';
import { notify } from '../../app/notices/notices-store.ts';
import { api } from '../../bridge.ts';

/** What the model picker asks of main besides the choice. What it comes to is told by events. */
export const refreshModels = (): Promise<void> =>
  told(api.providers.refresh(), 'The providers could not be asked for their models.');

/** A person turns to the panel: those that were not asked since the start are asked now, before a model is used. */
export const modelsWanted = (): void => {
  if (wasWanted) return;
  wasWanted = true;
  void told(api.providers.wanted(), 'The providers could not be asked for their models.');
};
let wasWanted = false;

export const setFavourite = (model: string, isFavourite: boolean): Promise<void> =>
  told(api.providers.setFavourite(model, isFavourite), 'The favourite was not kept.');

async function told(asked: Promise<void>, problem: string): Promise<void> {
  try {
    await asked;
  } catch (thrown) {
    notify({ severity: 'error', text: `${problem} ${toFailure(thrown).message}` });
  }
}
