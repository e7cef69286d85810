import type { NetworkMode } from '../../../drivers/compute/port.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import type { NetworkKind } from './tables.ts';

const outgoing: Texts = {
  en: 'User-mode network of this machine: a server reaches the outside and is reached through forwarded ports. Its address is its own; servers do not see one another.',
  he: 'רשת במצב משתמש של המחשב הזה: השרת מגיע החוצה ונגיש דרך פורטים מועברים. הכתובת פרטית לו; שרתים אינם רואים זה את זה.',
};
const amongThemselves: Texts = {
  en: 'Private network of this machine in user mode: its servers reach one another and nobody else. It has no DHCP: turn DHCP off in its subnets, and the seed tells servers their addresses.',
  he: 'רשת פרטית של המחשב הזה במצב משתמש: שרתיה מגיעים זה אל זה ולא אל אחרים. אין בה DHCP: יש לכבות את ה-DHCP בתתי-הרשתות שלה, והשרתים מקבלים את כתובותיהם עם האתחול.',
};
const outside: Texts = { en: 'Network to the outside.', he: 'רשת אל החוץ.' };
const among: Texts = { en: 'Private network among servers of the datacenter.', he: 'רשת פרטית בין שרתי מרכז הנתונים.' };
const internal: Texts = { en: 'Network for services of the datacenter.', he: 'רשת לשירותי מרכז הנתונים.' };
const simulated: Texts = { en: 'Simulated: addresses are given out, nothing is connected.', he: 'מדומה: כתובות מוקצות, דבר אינו מחובר.' };

const texts: Record<NetworkMode, Record<NetworkKind, Texts>> = {
  user: { wan: outgoing, lan: amongThemselves, int: amongThemselves },
  bridge: { wan: outside, lan: among, int: internal },
  none: { wan: simulated, lan: simulated, int: simulated },
};

/** What a network of each kind really is on an engine that connects its servers in this way. */
export function describeNetwork(mode: NetworkMode): Record<NetworkKind, Texts> {
  return texts[mode];
}
