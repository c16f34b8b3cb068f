import { useMemo } from 'react';
import { CredentialDialog } from './CredentialDialog.tsx';
import { type Prompt, removePrompt, shownPrompts, usePrompts } from './prompts.ts';
import { SignInDialog } from './SignInDialog.tsx';
import { VariableDialog } from './VariableDialog.tsx';

/** What main puts before the person while a provider is signed in. */
export function ProviderPrompts() {
  const waiting = usePrompts((state) => state.waiting);
  const shown = useMemo(() => shownPrompts(waiting), [waiting]);
  return shown.map((prompt) => {
    // A dialog for each state of a sign-in, so that the focus is on what can be done there.
    const state = prompt.type === 'sign-in' ? prompt.value.type : prompt.type;
    return <PromptDialog key={`${prompt.value.id} ${state}`} prompt={prompt} />;
  });
}

function PromptDialog({ prompt }: { readonly prompt: Prompt }) {
  const onEnd = () => removePrompt(prompt);
  switch (prompt.type) {
    case 'credential':
      return <CredentialDialog request={prompt.value} onEnd={onEnd} />;
    case 'variable':
      return <VariableDialog question={prompt.value} onEnd={onEnd} />;
    case 'sign-in':
      return <SignInDialog signIn={prompt.value} onEnd={onEnd} />;
  }
}
