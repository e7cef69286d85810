import type { LookupFunction } from 'node:net';
import * as z from 'zod';
import { said } from '../../../contract/said.ts';
import { isHiddenLiteral, lookupPublic } from '../../../server/platform/outside/publicLookup.ts';
import { defineSetting } from '../../../server/platform/settings/settings.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';

/** Services inside one's own network: only whoever runs the portal may name them. */
export const trustedOrigins = defineSetting({
  id: 'accounting.trustedOrigins',
  schema: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^https?:\/\/[\w.[\]:-]+$/, {
          message: said('an origin such as https://books.example.com is needed', 'נדרש מקור, כגון https://books.example.com'),
        }),
    )
    .max(50),
  fallback: [] as string[],
  level: 'root',
  access: 'portal.manage',
  title: {
    en: 'Accounting services: origins inside our own network that documents may be sent to',
    he: 'שירותי הנהלת חשבונות: כתובות מקור ברשת הפנימית שמותר לשלוח אליהן מסמכים',
  },
});

const problems = {
  none: {
    en: 'an address such as https://books.example.com/documents is needed.',
    he: 'נדרשת כתובת כגון https://books.example.com/documents.',
  },
  carries: { en: 'it carries more than a host and a path.', he: 'יש בה יותר משרת ונתיב.' },
  open: { en: 'documents are sent by https only.', he: 'מסמכים נשלחים ב-https בלבד.' },
  hidden: {
    en: 'it is not on the public internet. Root names such services in the setting accounting.trustedOrigins.',
    he: 'היא אינה באינטרנט הציבורי. שירותים כאלה נקבעים בידי root בהגדרה accounting.trustedOrigins.',
  },
} satisfies Record<string, Texts>;

/** What is wrong with an address; null when nothing is. Says nothing yet of where its name leads. */
export function addressProblem(address: string, trusted: readonly string[]): Texts | null {
  if (!URL.canParse(address)) return problems.none;
  const { protocol, origin, hostname, username, password, search, hash } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return problems.none;
  if (username || password || search || hash) return problems.carries;
  if (trusted.includes(origin)) return null;
  if (protocol !== 'https:') return problems.open;
  return isHiddenLiteral(hostname) ? problems.hidden : null;
}

/** How the name of an address is looked up for the connection itself. */
export const lookupFor = (address: string, trusted: readonly string[]): LookupFunction | undefined =>
  trusted.includes(new URL(address).origin) ? undefined : lookupPublic;
