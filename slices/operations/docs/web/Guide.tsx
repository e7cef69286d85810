import type { ReactNode } from 'react';
import { CodeBlock } from '../../../../web/code/CodeBlock.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import styles from './reference/reference.module.css';

interface GuidePartProps {
  title: string;
  words: string;
  /** Headings are shown only if there are several blocks. */
  blocks: readonly (readonly [heading: string, code: string])[];
  children?: ReactNode;
}

/** One step of a guide: text, and lines of code to copy. */
export function GuidePart({ title, words, blocks, children }: GuidePartProps) {
  return (
    <Section title={title}>
      <div className={styles.guidePart}>
        <p>{words}</p>
        {blocks.map(([heading, code]) => (
          <div key={heading} className={styles.guidePart}>
            {blocks.length > 1 && <h3>{heading}</h3>}
            <CodeBlock label={heading}>{code}</CodeBlock>
          </div>
        ))}
        {children}
      </div>
    </Section>
  );
}
