import type { ReactNode } from 'react';
import { BatchScreen } from './BatchScreen.tsx';

export default function SuspendAccounts(): ReactNode {
  return <BatchScreen key="suspend" kind="suspend" />;
}
