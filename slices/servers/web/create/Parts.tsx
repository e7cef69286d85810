import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { type FieldErrors, hasErrorIn, type Part } from './fieldErrors.ts';

interface PickProps {
  /** Radios of one name are one choice. */
  name: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onPick(): void;
  children: ReactNode;
}

/** One card of a radio group. */
export function Pick({ name, isChosen, isDisabled = false, onPick, children }: PickProps) {
  return (
    <label className="pick" data-disabled={isDisabled || undefined}>
      <input type="radio" name={name} checked={isChosen} disabled={isDisabled} onChange={onPick} />
      {children}
    </label>
  );
}

interface FoldProps {
  title: string;
  /** What is chosen inside, to be read while it is folded. */
  chosen: ReactNode;
  /** The parts of the form inside: it opens when one of them was refused. */
  parts: readonly Part[];
  errors: FieldErrors;
  children: ReactNode;
}

/** A collapsible section. Its content is rendered when first opened and kept from then on. */
export function Fold({ title, chosen, parts, errors, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  const opening = useRef(parts);
  useEffect(() => {
    if (hasErrorIn(errors, ...opening.current)) setOpen(true);
  }, [errors]);
  return (
    <details className="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-down" size={16} />
        <h3>{title}</h3>
        <span className="fold-chosen">{chosen}</span>
      </summary>
      {wasOpen.current && <div className="fold-body">{children}</div>}
    </details>
  );
}

/** Error text below an input that can't show errors itself. */
export function Wrong({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className="form-problem" role="alert">
      {children}
    </p>
  );
}
