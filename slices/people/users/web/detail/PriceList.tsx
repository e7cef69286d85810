import { call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Select } from '../../../../../web/ui/form/Select.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';

/** The account's price list and why it applies. Administrators can assign another one. */
export function PriceList({ userId, email }: { userId: string; email: string }) {
  const params = { userId };
  const prices = useCall('getAccountPriceList', { params });
  const run = useRun();
  if (prices.isError && !prices.data)
    return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  if (!prices.data) return <Skeleton count={3} />;
  const { buysFrom, because, given, choices } = prices.data;
  const keyOf = (list: { siteId: string; name: string }) => `${list.siteId} ${list.name}`;
  const set = (list: { siteId: string; name: string } | null | undefined) =>
    call('setAccountPriceList', {
      params,
      body: { list: list ? { siteId: list.siteId, name: list.name } : null },
    });
  const choose = (value: string) => {
    const list = choices.find((choice) => keyOf(choice) === value);
    void run(
      text('priceListSet', { email }),
      () => set(list),
      () => set(given),
    );
  };
  // An assigned list that is no longer available (because the account moved to another site) is
  // still shown.
  const isOffered = given === null || choices.some((choice) => keyOf(choice) === keyOf(given));
  return (
    <Section title={text('priceListSection')}>
      <Text mb={12}>
        {buysFrom === null ? (
          text('priceListNone')
        ) : (
          <Link className="link" to={`/pricelist/${buysFrom.id}`}>
            <bdi>
              {[buysFrom.siteName, buysFrom.name].filter((part) => part !== '').join(' · ')}
            </bdi>
          </Link>
        )}{' '}
        <span className="soft">
          {buysFrom &&
            `${text('priceListVersion', { version: buysFrom.version, currency: buysFrom.currency })} · `}
          {text(`priceListBecause.${because}`)}
        </span>
      </Text>
      {choices.length === 0 && given === null ? (
        <span className="soft">{text('priceListNoChoice')}</span>
      ) : (
        <Select
          label={text('priceListChoose')}
          value={given === null ? '' : keyOf(given)}
          options={[
            ['', text('priceListOfSite')],
            ...(given && !isOffered ? [[keyOf(given), given.name] as const] : []),
            ...choices.map(
              (choice) =>
                [keyOf(choice), `${choice.name} (${choice.siteName}, ${choice.currency})`] as const,
            ),
          ]}
          onChange={choose}
        />
      )}
    </Section>
  );
}
