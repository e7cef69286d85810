import { useState } from 'react';
import { CallError } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';

/** The errors of a form: field errors, and others that are shown below the form. */
export interface Problems {
  fields: Record<string, string>;
  rest: string | null;
}

const none: Problems = { fields: {}, rest: null };

function problemsOf(error: unknown): Problems {
  if (!(error instanceof CallError)) return { fields: {}, rest: errorText(error) };
  const fields = Object.fromEntries(
    error.errors.flatMap(({ key, info }) => (key === undefined ? [] : [[key, info]])),
  );
  return {
    fields,
    rest: error.errors.some(({ key }) => key === undefined) ? errorText(error) : null,
  };
}

/**
 * Submits a form, one request at a time, and keeps its errors. Returns the response, or null if the
 * request failed.
 */
export function useForm() {
  const [problems, setProblems] = useState(none);
  const [isBusy, setBusy] = useState(false);
  const send = async <T>(work: () => Promise<T>, saved?: string): Promise<T | null> => {
    setBusy(true);
    setProblems(none);
    try {
      const answer = await work();
      if (saved) toast('success', saved);
      return answer;
    } catch (error) {
      setProblems(problemsOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { problems, isBusy, send, forget: () => setProblems(none) };
}
