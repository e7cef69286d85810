import type { SliceExample } from '../../e2e/examples.ts';

export const example: SliceExample = {
  // The portal has sent emails by then.
  create: async () => {},
  paths: async (client) =>
    (await client.get<{ items?: { id: string }[] }>('/deliveries')).body.items
      ?.slice(0, 1)
      .map(({ id }) => `/deliveries/${id}`) ?? [],
};
