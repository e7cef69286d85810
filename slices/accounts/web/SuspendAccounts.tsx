import { BatchScreen } from './BatchScreen.tsx';

export default function SuspendAccounts() {
  return <BatchScreen key="suspend" kind="suspend" />;
}
