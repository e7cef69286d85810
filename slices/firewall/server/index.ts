import type { MenuEntry } from '../../../contract/menu.ts';
import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { refreshCards } from './apply.ts';

export { followFirewalledServers } from './follow.ts';
export { firewallRoutes } from './routes.ts';
export { firewallTasks } from './tasks.ts';

/**
 * Addresses and groups change without the firewalls being asked; what was out of reach is given
 * later.
 */
export const firewallChores = [
  defineChore({
    name: 'firewall.refresh',
    everySeconds: 30,
    async run(ctx) {
      await refreshCards(ctx);
    },
  }),
];

export const firewallMenu: MenuEntry[] = [
  {
    id: 'firewall',
    section: 'cloud',
    path: '/firewall',
    icon: 'shield',
    title: { en: 'Firewall', he: 'חומת אש' },
    access: 'firewall.view',
  },
];
