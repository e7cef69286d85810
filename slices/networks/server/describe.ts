import type { NetworkMode } from '../../../drivers/compute/port.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import type { NetworkKind } from './tables.ts';

const outgoing: Texts = {
  en: 'User-mode network on this machine. Servers have outbound access and are reached through forwarded ports. Their IP addresses are private, and servers can’t reach each other.',
  he: 'רשת במצב משתמש במכונה זו. לשרתים יש גישה החוצה, והם נגישים דרך פורטים מועברים. כתובות ה-IP פרטיות, והשרתים אינם יכולים להגיע זה לזה.',
};
const amongThemselves: Texts = {
  en: 'Private user-mode network on this machine. Its servers can only reach each other. It has no DHCP, so turn off DHCP in its subnets. Servers get their IP addresses when they are created.',
  he: 'רשת פרטית במצב משתמש במכונה זו. השרתים שבה יכולים להגיע רק זה לזה. אין בה DHCP, ולכן יש לכבות את ה-DHCP בתתי-הרשתות שלה. השרתים מקבלים כתובות IP ביצירתם.',
};
const outside: Texts = { en: 'Public network.', he: 'רשת ציבורית.' };
const among: Texts = {
  en: 'Private network for servers in this datacenter.',
  he: 'רשת פרטית לשרתים במרכז נתונים זה.',
};
const internal: Texts = {
  en: 'Network for services in this datacenter.',
  he: 'רשת לשירותים במרכז נתונים זה.',
};
const simulated: Texts = {
  en: 'Simulated network. IP addresses are assigned, but nothing is connected.',
  he: 'רשת מדומה. כתובות IP מוקצות, אך שום דבר אינו מחובר.',
};

const texts: Record<NetworkMode, Record<NetworkKind, Texts>> = {
  user: { wan: outgoing, lan: amongThemselves, int: amongThemselves },
  bridge: { wan: outside, lan: among, int: internal },
  none: { wan: simulated, lan: simulated, int: simulated },
};

/** What a network of each kind really is on an engine that connects its servers in this way. */
export function describeNetwork(mode: NetworkMode): Record<NetworkKind, Texts> {
  return texts[mode];
}
