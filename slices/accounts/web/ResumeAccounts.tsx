import { BatchScreen } from './BatchScreen.tsx';

export default function ResumeAccounts() {
  return <BatchScreen key="resume" kind="resume" />;
}
