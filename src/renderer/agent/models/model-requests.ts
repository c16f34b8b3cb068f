import { toFailure } from '../../../shared/contract/errors.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { api } from '../../bridge.ts';

/** Requests of the model picker besides the choice. Their results come with events. */
export const refreshModels = (): Promise<void> => told(api.providers.refresh(), 'The models could not be loaded.');

/** Call when a person turns to the panel: providers not asked since the start are asked before a model is used. */
export const modelsWanted = (): void => {
  if (wasWanted) return;
  wasWanted = true;
  void told(api.providers.wanted(), 'The models could not be loaded.');
};
let wasWanted = false;

export const setFavourite = (model: string, isFavourite: boolean): Promise<void> =>
  told(api.providers.setFavourite(model, isFavourite), 'The favourite could not be saved.');

async function told(asked: Promise<void>, problem: string): Promise<void> {
  try {
    await asked;
  } catch (thrown) {
    notify({ severity: 'error', text: `${problem} ${toFailure(thrown).message}` });
  }
}
