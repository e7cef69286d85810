import type { ReactNode } from 'react';
import { Icon } from '../../../web/ui/Icon.tsx';
import './accounts.css';

export interface ResultLine {
  key: string;
  isGood: boolean;
  /** Which account or server. */
  name: ReactNode;
  /** What happens to it, or why nothing does. */
  text: ReactNode;
}

/** What becomes of each, what is refused first. */
export function ResultLines({ lines }: { lines: readonly ResultLine[] }) {
  const ordered = [...lines].sort((a, b) => Number(a.isGood) - Number(b.isGood));
  return (
    <ul className="account-lines">
      {ordered.map(({ key, isGood, name, text }) => (
        <li key={key} className={isGood ? 'account-good' : 'account-bad'}>
          <Icon name={isGood ? 'circle-check' : 'circle-x'} size={17} />
          <div>{name}</div>
          <div className="soft">{text}</div>
        </li>
      ))}
    </ul>
  );
}
