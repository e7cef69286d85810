import type { SignedInContext } from '../../../../server/platform/context.ts';
import { listUsers, type UserItem, type UserListQuery } from './list.ts';

const columns: readonly [title: string, value: (user: UserItem) => string][] = [
  ['id', (user) => user.id],
  ['email', (user) => user.email],
  ['name', (user) => user.name],
  ['role', (user) => user.role],
  ['state', (user) => user.state],
  ['enabled', (user) => (user.isEnabled ? 'yes' : 'no')],
  ['locked', (user) => (user.isLocked ? 'yes' : 'no')],
  ['two-factor', (user) => (user.usesTfa ? 'yes' : 'no')],
  ['site', (user) => user.site],
  ['parent', (user) => user.parent ?? ''],
  ['children', (user) => String(user.children)],
  ['created', (user) => user.createdAt],
  ['last sign-in', (user) => user.lastLoginAt ?? ''],
];

/** An RFC 4180 cell. Values that a spreadsheet would interpret as formulas are marked as text. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All rows of the filter as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export async function usersCsv(ctx: SignedInContext, query: UserListQuery): Promise<string> {
  const { items } = await listUsers(ctx, { ...query, size: 0 });
  const lines = [
    columns.map(([title]) => cell(title)),
    ...items.map((user) => columns.map(([, value]) => cell(value(user)))),
  ];
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
