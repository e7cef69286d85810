import { useRun } from '../../../../web/ui/useRun.ts';

/** Runs a change of what protects the account and has everything that shows it read again. */
export function useChange() {
  const run = useRun();
  return (title: string, work: () => Promise<unknown>) =>
    run(title, work, ['getSecurity', 'getProfile', 'listSessions', 'listRememberedBrowsers']);
}
