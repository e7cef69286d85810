import type { ReactNode } from 'react';
import { Result, ResultList } from '../../../../web/ui/layout/ResultList.tsx';

export interface ResultLine {
  key: string;
  isGood: boolean;
  /** The account or server. */
  name: ReactNode;
  /** The effect, or why there is none. */
  text: ReactNode;
}

/** The result for each, rejections first. */
export function ResultLines({ lines }: { lines: readonly ResultLine[] }) {
  const ordered = [...lines].sort((a, b) => Number(a.isGood) - Number(b.isGood));
  return (
    <ResultList>
      {ordered.map(({ key, isGood, name, text }) => (
        <Result key={key} isGood={isGood} name={name}>
          {text}
        </Result>
      ))}
    </ResultList>
  );
}
