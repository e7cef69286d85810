import type { ReactNode } from 'react';
import { BatchScreen } from './BatchScreen.tsx';

export default function ForceDepositAccounts(): ReactNode {
  return <BatchScreen key="forceDeposit" kind="forceDeposit" />;
}
