import { invertedEffects, redo, undo } from '@codemirror/commands';
import { type Annotation, type Extension, Prec, type StateCommand, StateEffect, Transaction } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';

/**
 * What a turn of a model or an agent wrote into a document is undone and redone in one step, however often it wrote. What a
 * person typed in between is a step of its own: the history goes back in the order of what happened.
 */

/** The turn that a step of the history is of; it stays with the step when that is undone or redone. */
const stepOf = StateEffect.define<string>();

/** An event of the user, as these are kept with unsaved text: after the next start the steps are of their turn again. */
const event = 'turn.';

/** Of a change that is made in a turn. @param turn the id of its prompt */
export const madeIn = (turn: string): Annotation<string> => Transaction.userEvent.of(event + turn);

function turnsOf(transaction: Transaction): readonly StateEffect<string>[] {
  const made = transaction.annotation(Transaction.userEvent);
  if (made?.startsWith(event)) return [stepOf.of(made.slice(event.length))];
  return transaction.effects.filter((effect) => effect.is(stepOf));
}

/** @returns all steps of the turn that is at the end of the history; one step where that is a person's */
function wholeTurn(step: StateCommand): Command {
  return (view) => {
    const steps: Transaction[] = [];
    let turn: string | undefined;
    for (let { state } = view; ; ) {
      let next: Transaction | undefined;
      step({ state, dispatch: (transaction) => (next = transaction) });
      const [of] = next ? turnsOf(next) : [];
      if (!next || (steps.length > 0 && of?.value !== turn)) break;
      steps.push(next);
      turn = of?.value;
      if (turn === undefined) break;
      state = next.state;
    }
    if (steps.length > 0) view.dispatch(steps);
    return steps.length > 0;
  };
}

export const undoTurn = wholeTurn(undo);
export const redoTurn = wholeTurn(redo);

/** Before the keys of the history itself. */
export const turnUndo: Extension = [
  invertedEffects.of((transaction) => [...turnsOf(transaction)]),
  Prec.high([
    keymap.of([
      { key: 'Mod-z', run: undoTurn, preventDefault: true },
      { key: 'Mod-y', mac: 'Mod-Shift-z', run: redoTurn, preventDefault: true },
      { linux: 'Ctrl-Shift-z', run: redoTurn, preventDefault: true },
    ]),
    EditorView.domEventHandlers({
      // From the menu.
      beforeinput({ inputType }, view) {
        if (inputType === 'historyUndo') return undoTurn(view);
        return inputType === 'historyRedo' && redoTurn(view);
      },
    }),
  ]),
];
