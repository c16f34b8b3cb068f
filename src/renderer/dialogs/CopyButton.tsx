import { useState } from 'react';
import { Button } from '../base/controls/Button.tsx';
import { copyText } from '../base/copy-text.ts';

export interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
}

/** Shows its outcome in place of its label, until the pointer or the focus leaves. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const forget = () => setOutcome(null);
  return (
    <Button
      onClick={async () => setOutcome((await copyText(text)) ? 'Copied' : 'Not copied')}
      onBlur={forget}
      onPointerLeave={forget}
    >
      <span aria-live="polite">{outcome ?? label}</span>
    </Button>
  );
}
