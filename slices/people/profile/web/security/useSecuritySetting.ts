import { useRun } from '../../../../../web/ui/feedback/useRun.ts';

/** Runs a change of the account's security settings, then refetches all data that shows them. */
export function useSecuritySetting() {
  const run = useRun();
  return (title: string, work: () => Promise<unknown>) => run(title, work);
}
