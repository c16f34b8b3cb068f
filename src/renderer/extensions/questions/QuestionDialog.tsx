import { useSurfaces } from '../extension-surfaces.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EffectDialog } from './EffectDialog.tsx';
import { AccessDialog, EndpointDialog, HostDialog, SecretFileDialog } from './PermitDialogs.tsx';
import { PickDialog } from './PickDialog.tsx';
import { PromptDialog } from './PromptDialog.tsx';

/** A question of an extension, or about what it is about to do. */
export function QuestionDialog() {
  const question = useSurfaces((state) => state.question);
  switch (question?.type) {
    case undefined:
      return null;
    case 'confirm':
      return <ConfirmDialog key={question.id} question={question} />;
    case 'pick':
      return <PickDialog key={question.id} question={question} />;
    case 'prompt':
      return <PromptDialog key={question.id} question={question} />;
    case 'access':
      return <AccessDialog key={question.id} question={question} />;
    case 'endpoint':
      return <EndpointDialog key={question.id} question={question} />;
    case 'host':
      return <HostDialog key={question.id} question={question} />;
    case 'effect':
      return <EffectDialog key={question.id} question={question} />;
    case 'secret-file':
      return <SecretFileDialog key={question.id} question={question} />;
  }
}
