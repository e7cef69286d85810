import { useEffect } from 'react';
import { CrashScreen } from './CrashScreen.tsx';
import { reportCrash } from './crash.ts';

/** Replaces a broken screen: the menu and the tasks stay available. */
export function ScreenCrash({ error }: { error: Error }) {
  useEffect(() => reportCrash(error), [error]);
  return <CrashScreen error={error} />;
}
