import { BatchScreen } from './BatchScreen.tsx';

export default function ForceDepositAccounts() {
  return <BatchScreen key="forceDeposit" kind="forceDeposit" />;
}
