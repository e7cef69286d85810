import type { LookupFunction } from 'node:net';
import * as z from 'zod';
import { localized } from '../../../contract/localized.ts';
import { isHiddenLiteral, lookupPublic } from '../../../server/platform/outside/publicLookup.ts';
import { defineSetting } from '../../../server/platform/settings/settings.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';

/** Only the operator can configure services in the private network. */
export const trustedOrigins = defineSetting({
  id: 'accounting.trustedOrigins',
  schema: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^https?:\/\/[\w.[\]:-]+$/, {
          message: localized(
            'Enter an origin such as https://books.example.com.',
            'יש להזין מקור, כגון https://books.example.com.',
          ),
        }),
    )
    .max(50),
  fallback: [] as string[],
  level: 'root',
  access: 'portal.manage',
  title: {
    en: 'Accounting services: origins in our own network that documents can be sent to',
    he: 'שירותי הנהלת חשבונות: כתובות מקור ברשת הפנימית שניתן לשלוח אליהן מסמכים',
  },
});

const problems = {
  none: {
    en: 'Enter a URL such as https://books.example.com/documents.',
    he: 'יש להזין כתובת כגון https://books.example.com/documents.',
  },
  carries: {
    en: 'The URL can contain only a host and a path.',
    he: 'הכתובת יכולה לכלול רק שם מארח ונתיב.',
  },
  open: { en: 'Documents can only be sent over https.', he: 'ניתן לשלוח מסמכים ב-https בלבד.' },
  hidden: {
    en: 'It isn’t on the public internet. Root can add such services to the accounting.trustedOrigins setting.',
    he: 'הכתובת אינה באינטרנט הציבורי. root יכול להוסיף שירותים כאלה להגדרה accounting.trustedOrigins.',
  },
} satisfies Record<string, Texts>;

/** The problem of a URL. Null when there is none. Does not check where its name resolves to. */
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
export const lookupFor = (
  address: string,
  trusted: readonly string[],
): LookupFunction | undefined =>
  trusted.includes(new URL(address).origin) ? undefined : lookupPublic;
