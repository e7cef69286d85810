import { useState } from 'react';
import { type TypedWork, useTypedWork } from '../form/useTypedWork.ts';

/** A dialog that asks before it is closed over what was entered. */
export interface GuardedClose {
  work: TypedWork;
  isAsking: boolean;
  /** For Escape, a click outside, and the close button. During the question, it means to stay. */
  onLeave(): void;
  onStay(): void;
}

export function useGuardedClose(onClose: () => void): GuardedClose {
  const work = useTypedWork();
  const [isAsking, setAsking] = useState(false);
  return {
    work,
    isAsking,
    onStay: () => setAsking(false),
    onLeave: () => {
      if (isAsking) setAsking(false);
      else if (work.isThere()) setAsking(true);
      else onClose();
    },
  };
}
