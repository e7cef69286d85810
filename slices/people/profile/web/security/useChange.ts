import { useRun } from '../../../../../web/ui/feedback/useRun.ts';

/** Runs a change of what protects the account and has everything that shows it read again. */
export function useChange() {
  const run = useRun();
  return (title: string, work: () => Promise<unknown>) => run(title, work);
}
