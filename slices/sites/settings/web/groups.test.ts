import { expect, it } from 'vitest';
import { groupsOf } from './groups.ts';

it('settings are grouped by subject, with unknown groups last', () => {
  const ids = [
    'sms.countries',
    'zebra.stripes',
    'identity.proofFor',
    'images.quotaGb',
    'identity.passwordPolicy',
  ];
  expect(
    groupsOf(ids.map((id) => ({ id }))).map(({ title, items }) => [
      title,
      ...items.map(({ id }) => id),
    ]),
  ).toEqual([
    ['Sign-in and passwords', 'identity.proofFor', 'identity.passwordPolicy'],
    ['Images', 'images.quotaGb'],
    ['Text messages', 'sms.countries'],
    ['Other', 'zebra.stripes'],
  ]);
});
