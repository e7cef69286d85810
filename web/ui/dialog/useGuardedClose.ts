import { useState } from 'react';
import { type UnsavedInput, useUnsavedInput } from '../form/useUnsavedInput.ts';

/** A dialog that asks for confirmation before it discards input. */
export interface GuardedClose {
  work: UnsavedInput;
  isAsking: boolean;
  /**
   * Call it for Escape, a click outside, and the close button. While the confirmation is shown, it
   * cancels the confirmation.
   */
  onLeave(): void;
  onStay(): void;
}

export function useGuardedClose(onClose: () => void): GuardedClose {
  const unsavedInput = useUnsavedInput();
  const [isAsking, setAsking] = useState(false);
  return {
    work: unsavedInput,
    isAsking,
    onStay: () => setAsking(false),
    onLeave: () => {
      if (isAsking) setAsking(false);
      else if (unsavedInput.isThere()) setAsking(true);
      else onClose();
    },
  };
}
