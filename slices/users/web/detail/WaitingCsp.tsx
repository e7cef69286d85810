import { Section } from '../../../../web/ui/Section.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { text } from '../text.ts';

/** Explains what this tab waits for. */
export default function WaitingCsp() {
  return (
    <Section>
      <EmptyState icon="cloud" title={text('waitingCsp')} hint={text('waitingCspHint')} />
    </Section>
  );
}
