import type { SliceExample } from '../../e2e/examples.ts';

export const example: SliceExample = {
  // The invitations of the sweep’s users are deliveries.
  create: async () => {},
  paths: async (client) =>
    (await client.get<{ items?: { id: number }[] }>('/deliveries')).body.items
      ?.slice(0, 1)
      .map(({ id }) => `/deliveries/${id}`) ?? [],
};
