import { expect, it } from 'vitest';
import { demoCustomers, demoResellers } from './company.ts';
import { demoAgreements, demoFamilies, demoSchool, demoStaff, demoVisits } from './people.ts';

const demoSubAccounts = demoFamilies.flatMap((family) => family.children);
const withPassword = new Set([
  ...[...demoCustomers, ...demoStaff].map(({ email }) => email),
  ...demoSubAccounts.filter(({ hasPassword }) => hasPassword).map(({ email }) => email),
]);

it('groups contain sub-accounts of their parent account and its servers', () => {
  for (const { parent, children: subAccounts, groups } of demoFamilies) {
    const customer = demoCustomers.find(({ email }) => email === parent);
    const emails = subAccounts.map(({ email }) => email);
    const servers = customer?.servers.map(({ name }) => name);
    for (const group of groups) {
      expect(emails).toEqual(expect.arrayContaining(group.members));
      expect(servers).toEqual(expect.arrayContaining(group.servers));
    }
  }
});

it('every user who signs an agreement or signs in has a password', () => {
  const actors = [
    ...demoAgreements.flatMap(({ signers }) => [...signers]),
    ...demoVisits.map(({ email }) => email),
  ];
  expect(actors.filter((email) => !withPassword.has(email))).toEqual([]);
});

it('every address is fictional and ends in a domain reserved for examples', () => {
  const users = [...demoCustomers, ...demoStaff, ...demoSubAccounts, demoSchool.head];
  for (const { email } of users) expect(email).toMatch(/\.(example|test)$/);
  for (const { host } of [...demoResellers, demoSchool]) expect(host).toMatch(/\.localhost$/);
  expect(new Set(users.map(({ email }) => email)).size).toBe(users.length);
});

it('visits are in chronological order', () => {
  const days = demoVisits.map((visit) => visit.daysAgo);
  expect(days).toEqual([...days].sort((a, b) => b - a));
});
