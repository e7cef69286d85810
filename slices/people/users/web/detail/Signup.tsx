import { useCall } from '../../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code, formatMoment, RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import type { TabProps } from './UserDetail.tsx';

/** When, by whom, and from where the account was created. */
export default function Signup({ user }: TabProps) {
  const signup = useCall('userSignup', { params: { userId: user.id } });
  if (signup.isError && !signup.data)
    return <ErrorState error={signup.error} onRetry={() => void signup.refetch()} />;
  if (!signup.data) return <Skeleton count={5} />;
  const { how, by, ip, createdAt, isEmailValidated, isWaiting, lastInvitedAt, site, signUpPolicy } =
    signup.data;
  return (
    <Section title={text('signupSection')}>
      <KeyValue
        rows={[
          [text('when'), formatMoment(createdAt)],
          [text('how'), how ? text(`how.${how}`) : text('howUnknown')],
          [text('by'), by && <Code key="by">{by}</Code>],
          [text('from'), ip && <Code key="ip">{ip}</Code>],
          [text('emailState'), text(isEmailValidated ? 'emailValid' : 'emailNotValid')],
          [text('comeIn'), text(isWaiting ? 'no' : 'yes')],
          [text('lastInvited'), lastInvitedAt && <RelativeTime key="invited" at={lastInvitedAt} />],
          [text('site'), site],
          [text('signUpPolicy'), text(`signUpPolicy.${signUpPolicy}` as 'signUpPolicy.0')],
        ]}
      />
    </Section>
  );
}
