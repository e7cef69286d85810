import { useCall } from '../../../../web/data/useCall.ts';

/** Returns names from this portal for examples. Users who can't create servers get placeholders. */
export function useExampleNames(): { datacenter: string; image: string; isReal: boolean } {
  const options = useCall('getCreateOptions', {});
  const datacenter = options.data?.datacenters.find(({ id }) => id === options.data.datacenterId);
  const usableImages = options.data?.images.filter(
    ({ readyIn }) => datacenter !== undefined && readyIn.includes(datacenter.id),
  );
  const image = usableImages?.find(({ code }) => code.startsWith('debian')) ?? usableImages?.[0];
  return {
    datacenter: datacenter?.shortCode ?? 'EU',
    image: image?.code ?? 'debian',
    isReal: datacenter !== undefined || options.isPending,
  };
}
