import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Menu, type MenuItem } from './Menu.tsx';

export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ label, items, className, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // The keyboard stays in the menu until the button closes it.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </IconButton>
      {isOpen && button.current && (
        <Menu
          label={label}
          items={items}
          at={button.current}
          onClose={(refocuses) => {
            setOpen(false);
            if (refocuses) button.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}
