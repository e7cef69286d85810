import { BatchScreen } from './BatchScreen.tsx';

export default function TerminateAccounts() {
  return <BatchScreen key="terminate" kind="terminate" />;
}
