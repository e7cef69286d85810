import type { SliceExample } from '../../../e2e/examples.ts';

export const example: SliceExample = {
  create: async (root) => {
    const template = { subject: 'Hello {systemName}', body: 'One to look at' };
    const answer = await root.post('/mails/templates/security.passwordChanged/en/test', template);
    if (answer.status !== 200) throw new Error(answer.text);
  },
  paths: async (client) =>
    (await client.get<{ items?: { id: number }[] }>('/deliveries')).body.items
      ?.slice(0, 1)
      .map(({ id }) => `/deliveries/${id}`) ?? [],
};
