import type { ReactNode } from 'react';
import { CodeBlock } from '../../../web/code/CodeBlock.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import './reference/reference.css';

interface GuidePartProps {
  title: string;
  words: string;
  /** Under a heading each when there are several. */
  blocks: readonly (readonly [heading: string, code: string])[];
  children?: ReactNode;
}

/** One step of a guide: text, and lines to copy. */
export function GuidePart({ title, words, blocks, children }: GuidePartProps) {
  return (
    <Section title={title}>
      <div className="guide-part">
        <p>{words}</p>
        {blocks.map(([heading, code]) => (
          <div key={heading} className="guide-part">
            {blocks.length > 1 && <h3>{heading}</h3>}
            <CodeBlock label={heading}>{code}</CodeBlock>
          </div>
        ))}
        {children}
      </div>
    </Section>
  );
}
