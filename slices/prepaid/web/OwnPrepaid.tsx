import { useCall } from '../../../web/data/useCall.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { Left } from './parts.tsx';
import { text } from './text.ts';

/** What is left of what one paid in ahead; nothing at all for who pays otherwise. */
export function OwnPrepaid() {
  const found = useCall(
    'getPrepaid',
    {},
    { topics: ['billing', 'user', 'server'], pollMs: 60_000 },
  );
  const prepaid = found.data?.prepaid;
  if (!prepaid) return null;
  return (
    <Section title={text('title')}>
      <div className="prepaid-part">
        <Left prepaid={prepaid} />
        <p className="soft">{text('taxes')}</p>
      </div>
    </Section>
  );
}
