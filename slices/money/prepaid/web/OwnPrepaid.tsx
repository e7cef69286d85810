import { useCall } from '../../../../web/data/useCall.ts';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RemainingBalance } from './parts.tsx';
import { text } from './text.ts';

/** The customer's prepaid balance. Empty for customers with other payment types. */
export function OwnPrepaid() {
  const found = useCall('getPrepaid', {}, { pollMs: 60_000 });
  const prepaid = found.data?.prepaid;
  if (!prepaid) return null;
  return (
    <Section title={text('title')}>
      <Stack gap={16} hasTightText>
        <RemainingBalance prepaid={prepaid} />
        <p className="soft">{text('taxes')}</p>
      </Stack>
    </Section>
  );
}
