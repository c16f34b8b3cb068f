import type { Asker } from '../../shared/contract/question.ts';
import dialogStyles from '../dialogs/Dialog.module.css';

/** Whose question it is. */
export function AskerLine({ asker }: { readonly asker: Asker }) {
  return (
    <p className={dialogStyles.asker}>
      <span className={dialogStyles.text}>Asked by the extension</span>
      <span className={dialogStyles.name}>{asker.extensionName}</span>
      <span className={dialogStyles.id}>{asker.extensionId}</span>
    </p>
  );
}
