import { useMemo, useState } from 'react';
import { formName } from '../../../shared/contract/documents/encoding.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { Picker } from '../../base/picker/Picker.tsx';
import { activeOf, findDocument, useDocuments } from '../documents/documents-store.ts';
import { type EncodingQuestion, encodingChoices } from './encoding-choices.ts';

const labels = { ways: 'Encoding', reopen: 'Reopen with encoding', save: 'Save with encoding' };

/** Asks for the encoding to reopen or save the active document with. */
export default function EncodingPicker({ question }: { readonly question: EncodingQuestion }) {
  const document = useDocuments((documents) => findDocument(activeOf(documents)));
  const [text, setText] = useState('');
  const choices = useMemo(
    () => (document ? encodingChoices(question, document, text) : []),
    [question, document, text],
  );
  const present = document && `${visibleBaseName(document.path)} is ${formName(document)}.`;
  return (
    <Picker
      label={labels[question]}
      inputLabel={question === 'ways' ? 'Reopen or save' : 'Encoding'}
      placeholder={
        question === 'ways' ? 'Reopen or save with another encoding' : `${labels[question]}: name or language`
      }
      text={text}
      choices={choices}
      note={choices.length === 0 && text !== '' ? 'No such encoding.' : present}
      onText={setText}
    />
  );
}
