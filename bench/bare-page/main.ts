import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * A minimal page of a React console: React, a router, a query, and a plain table of the portal's
 * response.
 */
interface Row {
  id: string;
  name: string;
  power: string;
  cores: number;
  ramMb: number;
  ips: string[];
}

function List() {
  const { data } = useQuery({
    queryKey: ['servers'],
    queryFn: async () => (await (await fetch('/svc/servers?size=10')).json()) as { items: Row[] },
  });
  const cells = (row: Row) =>
    [row.name, row.power, row.cores, row.ramMb, row.ips.join(' ')].map((value, index) =>
      h('td', { key: index }, value),
    );
  return h(
    'table',
    null,
    h(
      'tbody',
      null,
      data?.items.map((row) => h('tr', { key: row.id }, cells(row))),
    ),
  );
}

const root = createRootRoute();
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/servers', component: List }),
  ]),
});
const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    h(
      QueryClientProvider,
      { client: new QueryClient() },
      h(RouterProvider, { router: router as never }),
    ),
  );
