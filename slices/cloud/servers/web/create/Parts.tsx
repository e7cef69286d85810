import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ChoiceCard } from '../../../../../web/ui/layout/ChoiceCard.tsx';
import { Disclosure } from '../../../../../web/ui/layout/Disclosure.tsx';
import styles from './create.module.css';
import { type FieldErrors, type FormSection, hasErrorIn } from './form/fieldErrors.ts';

interface PickProps {
  /** Radio buttons with the same name form one group. */
  name: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onPick(): void;
  children: ReactNode;
}

/** One card of a radio group. */
export function PickTile({ name, isChosen, isDisabled = false, onPick, children }: PickProps) {
  return (
    <ChoiceCard
      as="label"
      className={styles.pick}
      data-part="pick"
      data-disabled={isDisabled || undefined}
    >
      <input type="radio" name={name} checked={isChosen} disabled={isDisabled} onChange={onPick} />
      {children}
    </ChoiceCard>
  );
}

interface CollapsibleSectionProps {
  title: string;
  /** The selection inside, shown while the section is collapsed. */
  chosen: ReactNode;
  /** The form parts inside. The section expands when one of them has an error. */
  parts: readonly FormSection[];
  errors: FieldErrors;
  children: ReactNode;
}

/** A collapsible section. Its content is rendered when first opened and kept from then on. */
export function CollapsibleSection({
  title,
  chosen,
  parts,
  errors,
  children,
}: CollapsibleSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  const opening = useRef(parts);
  useEffect(() => {
    if (hasErrorIn(errors, ...opening.current)) setOpen(true);
  }, [errors]);
  return (
    <Disclosure title={title} chosen={chosen} isOpen={isOpen} onToggle={setOpen}>
      {wasOpen.current && children}
    </Disclosure>
  );
}

/** Error text below an input that can't show errors itself. */
export function FieldProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className="form-problem" role="alert">
      {children}
    </p>
  );
}
