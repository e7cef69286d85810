import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';

/** Explains what is required before this tab can be used. */
export default function WaitingCsp() {
  return (
    <Section>
      <EmptyState icon="cloud" title={text('waitingCsp')} hint={text('waitingCspHint')} />
    </Section>
  );
}
