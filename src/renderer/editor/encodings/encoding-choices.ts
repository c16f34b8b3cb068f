import { commandTable } from '../../../shared/contract/app-commands.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import {
  encodingIds,
  encodings,
  formName,
  mayHaveBom,
  type TextForm,
} from '../../../shared/contract/documents/encoding.ts';
import { requestCommand } from '../../base/commands/commands.ts';
import type { Choice } from '../../base/picker/choice.ts';
import { rank } from '../../base/picker/score.ts';
import type { DocumentState } from '../documents/document-state.ts';
import { saveOrChoose } from '../documents/saving/save-as.ts';
import { saveInForm } from '../documents/saving/save-document.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { reopenWith } from './reopen-with.ts';

/** `ways`: asks first whether to reopen or save. */
export type EncodingQuestion = 'ways' | 'reopen' | 'save';

/** UTF-16 and UTF-32 are saved with a byte order mark, which most programs need; for UTF-8 few people want one. */
const savedForms: readonly TextForm[] = encodingIds.flatMap((encoding): TextForm[] =>
  encoding === 'utf8'
    ? [
        { encoding, hasBom: false },
        { encoding, hasBom: true },
      ]
    : [{ encoding, hasBom: mayHaveBom(encoding) }],
);
const reopenedForms: readonly TextForm[] = encodingIds.map((encoding) => ({ encoding, hasBom: false }));

export function encodingChoices(question: EncodingQuestion, document: DocumentState, typed: string): Choice[] {
  if (question === 'ways') return wayChoices(document, typed);
  const isReopen = question === 'reopen';
  const forms = isReopen ? reopenedForms : savedForms;
  const isInUse = ({ encoding, hasBom }: TextForm): boolean =>
    encoding === document.encoding && (isReopen || hasBom === document.hasBom);
  const { path } = document;
  const textOf = (form: TextForm): string => `${formName(form)} ${encodings[form.encoding].use}`;
  return rank(forms, textOf, typed, forms.length).map(({ item, match }) => {
    const label = formName(item);
    return {
      id: label,
      label,
      matched: match.positions.filter((position) => position < label.length),
      detail: encodings[item.encoding].use,
      key: isInUse(item) ? 'in use' : undefined,
      choose() {
        void (isReopen ? reopenWith(path, item.encoding) : saveInForm(path, item, saveOrChoose));
        focusEditor();
      },
    };
  });
}

function wayChoices({ path }: DocumentState, typed: string): Choice[] {
  const ways = ['file.reopenWithEncoding', 'file.saveWithEncoding'] as const;
  const possible = isUntitled(path) ? ways.slice(1) : ways;
  return rank(possible, (way) => commandTable[way].title, typed, possible.length).map(({ item, match }) => ({
    id: item,
    label: commandTable[item].title,
    matched: match.positions,
    choose: () => requestCommand(item),
  }));
}
