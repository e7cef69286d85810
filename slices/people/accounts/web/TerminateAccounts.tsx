import type { ReactNode } from 'react';
import { BatchScreen } from './BatchScreen.tsx';

export default function TerminateAccounts(): ReactNode {
  return <BatchScreen key="terminate" kind="terminate" />;
}
