import { useEffect } from 'react';
import { CrashScreen } from './CrashScreen.tsx';
import { reportCrash } from './crash.ts';

/** A screen that broke, in its place: the menu and the tasks stay within reach. */
export function ScreenCrash({ error }: { error: Error }) {
  useEffect(() => reportCrash(error), [error]);
  return <CrashScreen error={error} />;
}
