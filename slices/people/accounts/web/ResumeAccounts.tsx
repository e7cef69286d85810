import type { ReactNode } from 'react';
import { BatchScreen } from './BatchScreen.tsx';

export default function ResumeAccounts(): ReactNode {
  return <BatchScreen key="resume" kind="resume" />;
}
